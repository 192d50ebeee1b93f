import { intersect, type Range, rangeFrom, sizeOf, subtract, union } from '@suyuan/codes/sets/ranges.ts';
import type { Connection } from '#platform/database/database.ts';
import { handOuts } from '#trace/state/code-use.ts';

/** The codes that are wanted: of a level, for a work order of a product and, if it has one, its lot. */
export interface Wanted {
  readonly workOrderId: number;
  readonly productId: number;
  readonly lot: string | null;
  readonly level: number;
  readonly quantity: number;
}

export interface FreeRun extends Range {
  readonly codeOrderId: number;
}

/** How many codes are searched at once. */
const window = 20_000;

/**
 * The first free run of codes, at most `quantity` long; undefined if there is none. Codes are of open orders for the product or
 * for none, by the rules that the product allows; free ones are neither leased, downloaded, closed, bound to other goods, nor used
 * by an event. Those bound to the work order come first.
 */
export async function freeRun(sql: Connection, demand: Wanted): Promise<FreeRun | undefined> {
  const orders = await sql<OrderRange[]>`
    select o.id, o.first_id, o.last_id
    from code_order o join code_rule r on r.id = o.rule_id
    where o.status = 'open' and r.kind = 'issued' and r.level = ${demand.level} and o.set_id is null
      and (o.product_id = ${demand.productId} or o.product_id is null)
      and not exists (
        select from product p join code_rule assigned on assigned.id = any(p.rule_ids)
        where p.id = ${demand.productId} and assigned.level = r.level and assigned.rule_name <> r.rule_name)
    order by o.product_id nulls last, o.id`;
  const boundRanges = await boundTo(sql, demand.workOrderId);
  const isBoundIn = ({ first_id, last_id }: (typeof orders)[number]) =>
    intersect(boundRanges, [{ first: first_id, last: last_id }]).length > 0;
  for (const order of orders.filter(isBoundIn)) {
    const run = await freeRunIn(sql, order, demand, boundRanges);
    if (run) return run;
  }
  for (const order of orders) {
    const run = await freeRunIn(sql, order, demand);
    if (run) return run;
  }
  return undefined;
}

interface OrderRange {
  readonly id: number;
  readonly first_id: number;
  readonly last_id: number;
}

/** The first free run of an order, within some ranges if they are given. */
async function freeRunIn(
  sql: Connection,
  { id, first_id, last_id }: OrderRange,
  demand: Wanted,
  within?: readonly Range[],
): Promise<FreeRun | undefined> {
  const all = [{ first: first_id, last: last_id }];
  const ranges = await takenOf(sql, id, demand);
  for (const gap of subtract(within ? intersect(all, within) : all, ranges)) {
    const run = await unusedIn(sql, gap, demand.quantity);
    if (run) return { ...run, codeOrderId: id };
  }
  return undefined;
}

const boundTo = async (sql: Connection, workOrder: number): Promise<Range[]> =>
  union(
    await sql<Range[]>`
      select first_id as first, last_id as last from code_segment where work_order_id = ${workOrder}`,
  );

/** The codes of an order that are leased, downloaded, or may be (unaccounted), closed, or bound to other goods. */
async function takenOf(sql: Connection, order: number, { workOrderId, productId, lot }: Wanted): Promise<Range[]> {
  const ranges = await sql<{ first: number; last: number }[]>`
    select first_id as first, last_id - returned as last from code_lease where code_order_id = ${order}
    union all
    select first_id, last_id from unaccounted_codes where order_id = ${order}
    union all
    select first, last from ${handOuts(sql)} h
    where h.order_id = ${order} and (h.sent > 0 or h.now in ('running', 'done'))
    union all
    select first_id, last_id from code_segment
    where order_id = ${order}
      and (closure_id is not null or product_id <> ${productId} or lot <> coalesce(${lot}, lot)
        or work_order_id <> ${workOrderId})`;
  return union(ranges);
}

/** The first run in a gap that no event names. */
async function unusedIn(sql: Connection, gap: Range, quantity: number): Promise<Range | undefined> {
  const step = Math.max(window, quantity);
  for (let first = gap.first; first <= gap.last; first += step) {
    const range = { first, last: Math.min(gap.last, first + step - 1) };
    const [run] = subtract([range], await usedIn(sql, range));
    if (run) return rangeFrom(run.first, Math.min(quantity, sizeOf(run)));
  }
  return undefined;
}

/** The codes of a range that events are about: named, packed, or printed. */
export async function usedIn(sql: Connection, { first, last }: Range): Promise<Range[]> {
  const ranges = await sql<{ first: number; last: number }[]>`
    select code as first, code as last from event_code where code between ${first} and ${last}
    union select child, child from packing where child between ${first} and ${last}
    union select code, code from package where code between ${first} and ${last}
    union select greatest(first_id, ${first}), least(last_id, ${last}) from printed_codes where first_id <= ${last} and last_id >= ${first}`;
  return union(ranges);
}
