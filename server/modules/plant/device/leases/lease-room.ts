import type { Connection } from '#platform/database/database.ts';
import type { WorkOrderFacts } from '#trace/document-facts.ts';
import { madeOf } from '#trace/figures/figures.ts';
import { leasedCodesOf, unusedIn } from '../../order/figures/issued-codes.ts';

/** Labels of packages beyond those that the units fill: for remainders, and for torn ones. */
const sparePackages = 10;

/** The codes of a level that may be in the hands of a work order's line in all: units, or the packages that these fill. */
export function maxLeased({ limit, capacities }: WorkOrderFacts, level: number): number {
  if (level === 1) return limit;
  return Math.ceil(limit / (capacities.get(level) ?? 1)) + sparePackages;
}

/**
 * How many more codes of a level may be leased for a work order, up to `wanted`; negative if too many are out already. Of units,
 * those count that are leased and not used, with those that are made; scrapped ones are void, and count no more. Of packages, all
 * leased labels count.
 */
export async function leaseRoom(
  sql: Connection,
  order: WorkOrderFacts,
  { level, wanted }: { readonly level: number; readonly wanted: number },
): Promise<number> {
  const most = maxLeased(order, level);
  const [leases] = await sql<{ leased: number }[]>`
    select safe_integer(coalesce(sum(last_id - first_id + 1 - returned), 0)) as leased
    from code_lease where work_order_id = ${order.id} and level = ${level}`;
  const leased = leases?.leased ?? 0;
  if (level > 1) return most - leased;
  const made = (await madeOf(sql, [order.id])).get(order.id) ?? 0;
  // Most made ones were leased and are counted twice here; only where that leaves too little are they told apart.
  if (leased + made + wanted <= most) return wanted;
  const codes = await leasedCodesOf(sql, order.id);
  return most - made - (await unusedIn(sql, [...codes.unprinted, ...codes.printed_unused], codes));
}
