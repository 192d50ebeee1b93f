import type { Range } from '@suyuan/codes/sets/ranges.ts';
import { earlierStep, type GenuineStep } from '@suyuan/contract/trace/genuine.ts';
import type { Connection } from '#platform/database/database.ts';

import type { Fragment } from '#platform/database/driver/sql.ts';
import { type ProductColumns, type ProductFacts, productColumns, productFacts } from '../goods.ts';

/** The facts of an issued code from its order and its segment (what was bound or closed later), without events. */
export interface IssueFacts {
  readonly order_id: number;
  readonly order_no: string;
  readonly ordered_at: Date;
  /** When the order was closed, or else the segment bound or closed; null if neither was. */
  readonly changed_at: Date | null;
  /** The packaging level; 1 is a unit that is sold by itself. */
  readonly level: number;
  /** The product that it was issued for or bound to by a range. */
  readonly product: ProductFacts | null;
  readonly lot: string | null;
  /** `2026-01-31`. */
  readonly production_date: string | null;
  /** Closed with its order, or in a range. */
  readonly closed: boolean;
  readonly set_id: number | null;
  /** When it was issued, in epoch milliseconds. Codes that others printed existed before they were imported: 0. */
  readonly issued_at: number;
  /** The step from which it is genuine: that of its rule as it was issued, or now if that is earlier. */
  readonly genuine_from: GenuineStep;
  /** It was bound to a product in a range after it was issued. */
  readonly range_bound: boolean;
}

/** A range of codes, both ends inclusive. */
export interface IssuedRange {
  readonly first_id: number;
  readonly last_id: number;
}

/** From which step codes are genuine, by their order and by their rule. */
interface StepColumns {
  readonly order_step: GenuineStep;
  readonly rule_step: GenuineStep;
}

interface OrderRow extends IssuedRange, ProductColumns, StepColumns {
  readonly order_id: number;
  readonly order_no: string;
  readonly ordered_at: Date;
  readonly closed_at: Date | null;
  readonly level: number;
  readonly set_id: number | null;
  readonly closed: boolean;
  /** Codes of this kind were made here, others imported. */
  readonly issued: boolean;
}

interface SegmentRow extends IssuedRange, ProductColumns {
  readonly lot: string | null;
  readonly production_date: string | null;
  readonly updated_at: Date;
  readonly closed: boolean;
}

/** Codes further apart than this are queried as separate ranges. */
export const gap = 100_000;

/** The most codes that are looked up one by one; more are looked up by ranges, which are far fewer. */
const few = 200;

/** The issue facts of each code; codes that no order covers are left out. `ids` are sorted. */
export async function issueFactsOf(sql: Connection, ids: readonly number[]): Promise<Map<number, IssueFacts>> {
  if (ids.length === 0) return new Map();
  if (ids.length <= few) return new Map((await factsOfEach(sql, ids)).map(({ id, facts }) => [id, facts]));
  const { orders, segments } = await issuedAround(sql, ids);
  const facts = new Map<number, IssueFacts>();
  // Codes of the same order and segment, which mostly follow one another, share one object.
  let last: { order: OrderRow; segment: SegmentRow | undefined; facts: IssueFacts } | undefined;
  for (const id of ids) {
    const order = covering(orders, id);
    if (!order) continue;
    const segment = covering(segments, id);
    if (last?.order !== order || last.segment !== segment) last = { order, segment, facts: factsOf(order, segment) };
    facts.set(id, last.facts);
  }
  return facts;
}

const factsOf = (order: OrderRow, segment: SegmentRow | undefined): IssueFacts => ({
  order_id: order.order_id,
  order_no: order.order_no,
  ordered_at: order.ordered_at,
  changed_at: order.closed_at ?? segment?.updated_at ?? null,
  level: order.level,
  product: (segment && productFacts(segment)) ?? productFacts(order),
  lot: segment?.lot ?? null,
  production_date: segment?.production_date ?? null,
  closed: order.closed || segment?.closed === true,
  set_id: order.set_id,
  issued_at: order.issued ? order.ordered_at.getTime() : 0,
  genuine_from: earlierStep(order.order_step, order.rule_step),
  range_bound: segment !== undefined && productFacts(segment) !== null,
});

interface FactsRow extends Omit<IssueFacts, 'product' | 'issued_at' | 'genuine_from'>, ProductColumns, StepColumns {
  readonly id: number;
  readonly issued: boolean;
}

/**
 * The facts of a few codes by one query. Orders are disjoint ranges, and so are segments: only the last one that begins at or before a
 * code can cover it.
 */
async function factsOfEach(sql: Connection, ids: readonly number[]): Promise<{ id: number; facts: IssueFacts }[]> {
  const rows = await sql<FactsRow[]>`
    select c.id, o.id as order_id, o.order_no, o.created_at as ordered_at, coalesce(o.closed_at, s.updated_at) as changed_at, rule.level,
      r.id as product_id, ${productColumns(sql)}, s.lot, to_char(s.production_date, 'YYYY-MM-DD') as production_date, o.set_id,
      o.status = 'closed' or s.closure_id is not null as closed, rule.kind = 'issued' as issued,
      o.genuine_from as order_step, rule.genuine_from as rule_step, s.product_id is not null as range_bound
    from unnest(${ids as number[]}::bigint[]) as c (id)
    cross join lateral (select * from code_order where first_id <= c.id order by first_id desc limit 1) o
    left join lateral (select * from code_segment where first_id <= c.id order by first_id desc limit 1) s on s.last_id >= c.id
    join code_rule rule on rule.id = o.rule_id
    left join product r on r.id = coalesce(s.product_id, o.product_id)
    where o.last_id >= c.id`;
  return rows.map((row) => {
    const { id, order_id, order_no, ordered_at, changed_at, level, lot, production_date, closed, set_id, issued } = row;
    const { order_step, rule_step, range_bound } = row;
    const genuine_from = earlierStep(order_step, rule_step);
    const issued_at = issued ? ordered_at.getTime() : 0;
    const of = { order_id, order_no, ordered_at, issued_at, changed_at, level, lot, production_date, closed, set_id };
    return { id, facts: { ...of, genuine_from, range_bound, product: productFacts(row) } };
  });
}

/**
 * The orders and segments that can cover some codes, which are sorted. Orders are disjoint ranges, and so are segments: only
 * the last one that begins before a range, and those that begin within it, can cover codes of it.
 */
export async function issuedAround(
  sql: Connection,
  ids: ArrayLike<number>,
): Promise<{ readonly orders: readonly OrderRow[]; readonly segments: readonly SegmentRow[] }> {
  const ranges = rangesAround(ids, gap);
  const [orders, segments] = await Promise.all([ordersAround(sql, ranges), segmentsAround(sql, ranges)]);
  return { orders, segments };
}

/** The segments that overlap some ranges, sorted. */
export const segmentsAround = (sql: Connection, ranges: readonly Range[]): PromiseLike<readonly SegmentRow[]> => sql<
  SegmentRow[]
>`
  select distinct s.first_id, s.last_id, s.product_id, ${productColumns(sql)}, s.lot, s.updated_at,
    to_char(s.production_date, 'YYYY-MM-DD') as production_date, s.closure_id is not null as closed
  from ${rangesTable(sql, ranges)}
  cross join lateral (
    select * from code_segment
    where first_id <= c.last and first_id >= coalesce((select max(first_id) from code_segment where first_id <= c.first), c.first)
  ) s
  left join product r on r.id = s.product_id
  where s.last_id >= c.first
  order by s.first_id`;

/** The orders that overlap some ranges, sorted. */
const ordersAround = (sql: Connection, ranges: readonly Range[]): PromiseLike<readonly OrderRow[]> => sql<OrderRow[]>`
  select distinct o.first_id, o.last_id, o.id as order_id, o.order_no, o.created_at as ordered_at, o.closed_at, rule.level,
    o.product_id, ${productColumns(sql)}, o.set_id, o.status = 'closed' as closed, rule.kind = 'issued' as issued,
    o.genuine_from as order_step, rule.genuine_from as rule_step
  from ${rangesTable(sql, ranges)}
  cross join lateral (
    select * from code_order
    where first_id <= c.last and first_id >= coalesce((select max(first_id) from code_order where first_id <= c.first), c.first)
  ) o
  join code_rule rule on rule.id = o.rule_id
  left join product r on r.id = o.product_id
  where o.last_id >= c.first
  order by o.first_id`;

/** The ranges as a table `c`. A single one is not an array: PostgreSQL then reuses its generic plan. */
function rangesTable(sql: Connection, ranges: readonly Range[]): Fragment {
  const [one] = ranges;
  return one && ranges.length === 1
    ? sql`(select ${one.first}::bigint, ${one.last}::bigint) as c (first, last)`
    : sql`unnest(
        ${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[]) as c (first, last)`;
}

/** The range that contains an id, among sorted disjoint ranges (binary search). */
export function covering<Issued extends IssuedRange>(rows: readonly Issued[], id: number): Issued | undefined {
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const row = rows[middle] as Issued;
    if (id < row.first_id) high = middle - 1;
    else if (id > row.last_id) low = middle + 1;
    else return row;
  }
  return undefined;
}

/** Sorted and without duplicates. */
export const inOrder = (ids: Iterable<number>): number[] => Array.from(Float64Array.from(new Set(ids)).sort());

/** Ranges that cover sorted ids; ids at most `gap` apart share a range. */
export function rangesAround(sorted: ArrayLike<number>, gap: number): Range[] {
  const ranges: { first: number; last: number }[] = [];
  let range: (typeof ranges)[number] | undefined;
  for (let at = 0; at < sorted.length; at++) {
    const id = sorted[at] as number;
    if (range && id - range.last <= gap) {
      range.last = id;
    } else {
      range = { first: id, last: id };
      ranges.push(range);
    }
  }
  return ranges;
}

/**
 * Whether to query rows by ranges rather than by single codes: worthwhile for many codes close together, as those of a line,
 * because an index scan then reads only rows that exist.
 */
export function isDense(ids: ArrayLike<number>, ranges: readonly Range[]): boolean {
  const span = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return ids.length > 200 && span <= ids.length * 4;
}

/** How many ranges are cached; the cache is emptied when it would exceed this. */
const mostRanges = 10_000;

/**
 * Which codes were issued at all, cached: an issued code stays issued, whatever becomes of it, so an order that was found once is
 * not queried again. Events do not rely on this cache; the ledger reads for itself.
 */
export class IssuedCodes {
  /** Disjoint and sorted. */
  #ranges: readonly IssuedRange[] = [];

  /** Which of `ids`, in ascending order, were issued. */
  async among(sql: Connection, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const ranges = this.#ranges;
    const unknown = ids.filter((id) => !covering(ranges, id));
    const orders = unknown.length === 0 ? [] : await ordersAround(sql, rangesAround(unknown, gap));
    this.#learn(orders);
    return new Set(ids.filter((id) => covering(ranges, id) || covering(orders, id)));
  }

  #learn(orders: readonly IssuedRange[]): void {
    const fresh = orders.filter(({ first_id }) => !covering(this.#ranges, first_id));
    if (fresh.length === 0) return;
    const earlier = this.#ranges.length + fresh.length > mostRanges ? [] : this.#ranges;
    const ranges = [...earlier, ...fresh].map(({ first_id, last_id }) => ({ first_id, last_id }));
    this.#ranges = ranges.sort((a, b) => a.first_id - b.first_id);
  }
}
