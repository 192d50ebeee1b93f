import { maxHandedOver } from '@suyuan/contract/report/handover.ts';
import type { Connection } from '#platform/database/database.ts';

/** An outermost package. */
export interface PackedGoods {
  readonly code: number;
  readonly level: number;
  readonly units: number;
  readonly complete: boolean;
}

/** The outermost packages of a work order that are on no paper yet, sorted by code; at most one more than fits on a paper. */
export async function packedGoods(sql: Connection, order: number): Promise<PackedGoods[]> {
  const onPaper = await sql<{ code: number }[]>`
    select p.code from handover_package p join handover h on h.id = p.handover_id where h.work_order_id = ${order} and not p.off`;
  return await sql<PackedGoods[]>`
    select p.code, p.level, p.units, p.complete
    from package p left join packing on packing.child = p.code
    where p.work_order_id = ${order} and packing.child is null and p.units > 0
      and p.code <> all(${onPaper.map(({ code }) => code)}::bigint[])
    order by p.code limit ${maxHandedOver + 1}`;
}

/** The number of packages on a paper that have changed since: they were opened, repacked, or put into another package. */
export async function changedSince(sql: Connection, handover: number): Promise<number> {
  const papers = await sql<PackedGoods[]>`
    select code, level, units, complete from handover_package where handover_id = ${handover}`;
  const codes = papers.map(({ code }) => code);
  const now = await sql<{ code: number; units: number }[]>`
    select p.code, p.units from package p left join packing on packing.child = p.code
    where p.code = any(${codes}::bigint[]) and packing.child is null`;
  const units = new Map(now.map((one) => [one.code, one.units]));
  return papers.filter((one) => units.get(one.code) !== one.units).length;
}

export const sumsOf = (goods: readonly Omit<PackedGoods, 'code'>[]) => ({
  packages: goods.length,
  remainders: goods.filter(({ complete }) => !complete).length,
  units: goods.reduce((sum, { units }) => sum + units, 0),
});
