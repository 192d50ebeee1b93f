import { narrowings } from '../../../../contract/thing/report.ts';
import type { Records, ReportSpec, Things } from './reportSpec.ts';

/** The work orders of a product, or all of them. */
export const ordersOfProduct: Records = {
  permission: 'orderlist',
  by: ['product'],
  address: ({ of: { product } }) => listAt('/orderlist', { product_id: product }),
};

/** The waybills from a warehouse, or to a dealer. */
export const waybillsOf: Records = {
  permission: 'freight',
  by: ['warehouse', 'dealer'],
  address: ({ of: { warehouse, dealer } }) =>
    listAt('/freight', { from_warehouse_id: warehouse, to_dealer_id: dealer }),
};

/** The returns into a warehouse, or of a dealer. */
export const returnsOf: Records = {
  permission: 'refund',
  by: ['warehouse', 'dealer'],
  address: ({ of: { warehouse, dealer } }) => listAt('/refund', { warehouse_id: warehouse, dealer_id: dealer }),
};

/** The inspections of goods that were sold to a dealer. */
export const inspectionsOf: Records = {
  permission: 'inspectrecord',
  by: ['dealer'],
  address: ({ of: { dealer } }) => listAt('/inspectrecord', { expected_dealer_id: dealer }),
};

/** The warnings of goods of a dealer, or of a product. */
export const warningsOf: Records = {
  permission: 'queryconsumerwarning',
  by: ['dealer', 'product'],
  address: ({ of: { dealer, product } }) => listAt('/queryconsumerwarning', { dealer_id: dealer, product_id: product }),
};

/** The address of a list with its filters; what is undefined does not filter. */
export function listAt(path: string, filters: Readonly<Record<string, string | number | undefined>>): string {
  const set = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}

/** What a row stands for beside what its report is narrowed to. */
export const thingsOf = (narrowed: Things, group: string, key: string): Things =>
  Number(key) > 0 && narrowings.some((by) => by === group) ? { ...narrowed, [group]: Number(key) } : narrowed;

type RowThings = NonNullable<ReportSpec['things']>;

/** A product leads to its page. */
export const productThing: RowThings = {
  product: { permission: 'productlist', address: (_, key) => `/productpages?id=${key}` },
};

/** A work order leads to itself in their list. */
export const orderThing: RowThings = {
  order: { permission: 'orderlist', address: (name) => `/orderlist?${new URLSearchParams({ keyword: name })}` },
};
