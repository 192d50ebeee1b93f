import { type Range, rangeFrom, sizeOf, subtract, union } from '../../../../../codes/sets/ranges.ts';
import type { Connection } from '../../../../platform/database/database.ts';

/** The codes that are wanted: of a level, for a product and, if it has one, its lot. */
export interface Wanted {
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
 * for none; free ones are neither leased, downloaded, closed, bound to other goods, nor used by an act.
 */
export async function freeRun(sql: Connection, wanted: Wanted): Promise<FreeRun | undefined> {
  const orders = await sql<{ id: number; first_id: number; last_id: number }[]>`
    select o.id, o.first_id, o.last_id
    from code_order o join code_rule r on r.id = o.rule_id
    where o.status = 'open' and r.kind = 'issued' and r.level = ${wanted.level} and o.set_id is null
      and (o.product_id = ${wanted.productId} or o.product_id is null)
    order by o.product_id nulls last, o.id`;
  for (const { id, first_id, last_id } of orders) {
    const taken = await takenOf(sql, id, wanted);
    for (const gap of subtract([{ first: first_id, last: last_id }], taken)) {
      const run = await unusedIn(sql, gap, wanted.quantity);
      if (run) return { ...run, codeOrderId: id };
    }
  }
  return undefined;
}

/** The codes of an order that are leased, downloaded, closed, or bound to other goods. */
async function takenOf(sql: Connection, order: number, { productId, lot }: Wanted): Promise<Range[]> {
  const ranges = await sql<{ first: number; last: number }[]>`
    select first_id as first, last_id - returned as last from code_lease where code_order_id = ${order}
    union all
    select coalesce(d.first_id, p.first_id, o.first_id), coalesce(d.last_id, p.last_id, o.last_id)
    from code_download d join code_order o on o.id = d.order_id left join code_part p on p.id = d.part_id
    where d.order_id = ${order} and d.sent > 0
    union all
    select first_id, last_id from code_segment
    where order_id = ${order}
      and (closure_id is not null or product_id <> ${productId} or lot <> coalesce(${lot}, lot))`;
  return union(ranges);
}

/** The first run in a gap that no act names. */
async function unusedIn(sql: Connection, gap: Range, quantity: number): Promise<Range | undefined> {
  const step = Math.max(window, quantity);
  for (let first = gap.first; first <= gap.last; first += step) {
    const looked = { first, last: Math.min(gap.last, first + step - 1) };
    const [run] = subtract([looked], await usedIn(sql, looked));
    if (run) return rangeFrom(run.first, Math.min(quantity, sizeOf(run)));
  }
  return undefined;
}

/** The codes of a range that acts are about: named, packed, or printed. */
export async function usedIn(sql: Connection, { first, last }: Range): Promise<Range[]> {
  const ranges = await sql<{ first: number; last: number }[]>`
    select code as first, code as last from event_code where code between ${first} and ${last}
    union select child, child from packing where child between ${first} and ${last}
    union select code, code from package where code between ${first} and ${last}
    union select greatest(first_id, ${first}), least(last_id, ${last}) from printed_codes where first_id <= ${last} and last_id >= ${first}`;
  return union(ranges);
}
