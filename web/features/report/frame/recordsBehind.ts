import type { CountedAs, InspectVerdict } from '../../../../contract/inspect/inspect-record.ts';
import type { WarningRule } from '../../../../contract/inspect/warning-rule.ts';
import type { WaybillKind } from '../../../../contract/physical/waybill.ts';
import { narrowings } from '../../../../contract/thing/report.ts';
import type { Records, RecordsAsked, ReportSpec, Things } from './reportSpec.ts';
import { endsOfRoute } from './reportState.ts';

/** The work orders that something was done for on the days. */
export const ordersWorkedOn: Records = {
  permission: 'productionorder',
  by: ['product'],
  address: ({ of: { product }, days: { from, to } }) => listAt('/productionorder', { from, to, product_id: product }),
};

/** The waybills that left on the days, from a warehouse, to a dealer, with a product. */
export const waybillsOf = (only: { readonly kind?: WaybillKind } = {}): Records => ({
  permission: 'freight',
  by: ['warehouse', 'dealer', 'product'],
  address: ({ of: { warehouse, dealer, product }, days }) =>
    listAt('/freight', {
      ...inTime(days),
      ...only,
      from_warehouse_id: warehouse,
      to_dealer_id: dealer,
      product_id: product,
    }),
});

/** The returns by which something came back on the days, into a warehouse, of a dealer, of a product. */
export const returnsOf: Records = {
  permission: 'refund',
  by: ['warehouse', 'dealer', 'product'],
  address: ({ of: { warehouse, dealer, product }, days }) =>
    listAt('/refund', { ...inTime(days), warehouse_id: warehouse, dealer_id: dealer, product_id: product }),
};

/** The inspections of goods that were sold to a dealer, of a product or lot, in a province; by what they found. */
export const inspectionsOf = (
  only: { readonly verdict?: InspectVerdict; readonly counted_as?: CountedAs } = {},
): Records => ({
  permission: 'inspectrecord',
  by: ['dealer', 'product', 'lot', 'region'],
  address: ({ of: { dealer, product, lot, region }, days }) =>
    listAt('/inspectrecord', {
      ...inTime(days),
      ...only,
      expected_dealer_id: dealer,
      product_id: product,
      lot_id: lot,
      province: region,
    }),
});

/** The inspections that can tell diversion; of a dealer wherever they were, as they are counted. */
export const judgedInspections: Records = {
  ...inspectionsOf(),
  address: ({ of: { region, ...of }, days }) =>
    inspectionsOf({ counted_as: 'judged' }).address({
      of: of.dealer === undefined && region !== undefined ? { ...of, region } : of,
      days,
    }),
};

/** The warnings of goods of a dealer, product or lot, in a province; of those that a figure counts. */
export const warningsOf = (only: {
  readonly rule?: WarningRule;
  readonly outcome?: 'right';
  readonly counted_as?: 'warned_diverted' | 'warned_false';
}): Records => ({
  permission: 'queryconsumerwarning',
  by: ['dealer', 'product', 'lot', 'region'],
  address: ({ of: { dealer, product, lot, region }, days }) =>
    listAt('/queryconsumerwarning', {
      ...inTime(days),
      ...only,
      dealer_id: dealer,
      product_id: product,
      lot_id: lot,
      province: region,
    }),
});

export const inTime = ({ begins_at, ends_at }: RecordsAsked['days']) => ({ from: begins_at, to: ends_at });

/** The same figures by what things were put aside for. */
export const causesOf: Records = {
  permission: 'dateyield',
  by: ['line', 'team', 'product', 'order', 'factory'],
  address: ({ of, days: { from, to } }) =>
    listAt('/dateyield', {
      from,
      to,
      group: 'cause',
      charted: 'put_aside',
      ...Object.fromEntries(Object.entries(of).map(([by, id]) => [`${by}_id`, id])),
    }),
};

/** The address of a list with its filters; what is undefined does not filter. */
export function listAt(path: string, filters: Readonly<Record<string, string | number | undefined>>): string {
  const set = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}

/** What a row stands for beside what its report is narrowed to. */
export function thingsOf(narrowed: Things, group: string, key: string): Things {
  if (group === 'route') {
    const { dealer, region } = endsOfRoute(key);
    return dealer > 0 && region > 0 ? { ...narrowed, dealer, region } : narrowed;
  }
  return Number(key) > 0 && narrowings.some((by) => by === group) ? { ...narrowed, [group]: Number(key) } : narrowed;
}

type RowThings = NonNullable<ReportSpec['things']>;

/** A product leads to its page. */
export const productThing: RowThings = {
  product: { permission: 'productlist', address: (_, key) => `/productpages?id=${key}` },
};

/** A work order leads to itself in their list. */
export const orderThing: RowThings = {
  order: { permission: 'orderlist', address: (name) => `/orderlist?${new URLSearchParams({ keyword: name })}` },
};
