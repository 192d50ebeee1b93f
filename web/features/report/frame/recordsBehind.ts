import type { CountedAs } from '@suyuan/contract/inspect/task/inspect-record.ts';
import type { InspectVerdict } from '@suyuan/contract/inspect/task/inspection.ts';
import type { WarningRule } from '@suyuan/contract/inspect/warning-rule.ts';
import type { WaybillKind } from '@suyuan/contract/physical/waybill/waybill.ts';
import { narrowings } from '@suyuan/contract/thing/report.ts';
import type { Records, RecordsRequest, ReportSpec, Things } from './reportSpec.ts';
import { endsOfRoute } from './reportState.ts';

/** Work orders with activity in the period. */
export const ordersWorkedOn: Records = {
  permission: 'productionorder',
  by: ['product'],
  address: ({ of: { product }, days: { from, to } }) => listAt('/productionorder', { from, to, product_id: product }),
};

/**
 * What a report counts of production: the same figures by work order, and of a single work order the reconciliation, whose figures
 * open their codes.
 */
const madeIn = (report: '/dateyield' | '/productionorder'): Records => ({
  permission: 'orderlist',
  by: ['line', 'team', 'product', 'order', 'factory'],
  address: ({ of: { line, team, product, order, factory }, days: { from, to } }) =>
    order === undefined
      ? listAt(report, {
          ...{ from, to, group: 'order' },
          ...{ line_id: line, team_id: team, product_id: product, factory_id: factory },
        })
      : listAt('/orderlist', { detail: order }),
});

/** The same records for each of these figures of production. */
export const madeFigures = <Name extends string>(report: Parameters<typeof madeIn>[0], names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, madeIn(report)])) as Record<Name, Records>;

/** Waybills shipped in the period, by warehouse, dealer and product. */
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

/** Returns with goods received in the period, by warehouse, dealer and product. */
export const returnsOf: Records = {
  permission: 'refund',
  by: ['warehouse', 'dealer', 'product'],
  address: ({ of: { warehouse, dealer, product }, days }) =>
    listAt('/refund', { ...inTime(days), warehouse_id: warehouse, dealer_id: dealer, product_id: product }),
};

/** Inspections in the period, by dealer, product, lot and region, and by their result. */
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

/** Inspections that can show diversion. For a dealer, the region is ignored, as in the figures. */
export const judgedInspections: Records = {
  ...inspectionsOf(),
  address: ({ of: { region, ...of }, days }) =>
    inspectionsOf({ counted_as: 'judged' }).address({
      of: of.dealer === undefined && region !== undefined ? { ...of, region } : of,
      days,
    }),
};

/** Warnings in the period, by dealer, product, lot and region, and by the figure that counts them. */
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

/** Cases opened in the period, by dealer, product and region, and by their result. */
export const casesOf = (
  only: { readonly outcome?: 'right' | 'false_alarm'; readonly status?: 'closed' } = {},
): Records => ({
  permission: 'case',
  by: ['dealer', 'product', 'region'],
  address: ({ of: { dealer, product, region }, days }) =>
    listAt('/case', { ...inTime(days), ...only, dealer_id: dealer, product_id: product, province: region }),
});

export const inTime = ({ begins_at, ends_at }: RecordsRequest['days']) => ({ from: begins_at, to: ends_at });

/** The same figures grouped by the cause of rejection or scrapping. */
export const causesOf = (charted: 'put_aside' | 'scrapped'): Records => ({
  permission: 'dateyield',
  by: ['line', 'team', 'product', 'order', 'factory'],
  address: ({ of, days: { from, to } }) =>
    listAt('/dateyield', {
      from,
      to,
      group: 'cause',
      charted,
      ...Object.fromEntries(Object.entries(of).map(([by, id]) => [`${by}_id`, id])),
    }),
});

/** The URL of a list with filters; undefined ones are omitted. */
export function listAt(path: string, filters: Readonly<Record<string, string | number | undefined>>): string {
  const set = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}

/** The records that a row is about: the filters of the report and the row's own record. */
export function thingsOf(things: Things, group: string, key: string): Things {
  if (group === 'route') {
    const { dealer, region } = endsOfRoute(key);
    return dealer > 0 && region > 0 ? { ...things, dealer, region } : things;
  }
  return Number(key) > 0 && narrowings.some((by) => by === group) ? { ...things, [group]: Number(key) } : things;
}

type RowThings = NonNullable<ReportSpec['things']>;

/** The link of a product, to its page. */
export const productThing: RowThings = {
  product: { permission: 'productlist', address: (_, key) => `/productpages?id=${key}` },
};

/** The link of a work order, to the list filtered for it. */
export const orderThing: RowThings = {
  order: { permission: 'orderlist', address: (name) => `/orderlist?${new URLSearchParams({ keyword: name })}` },
};
