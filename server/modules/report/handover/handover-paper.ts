import { type Kysely, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { notFound } from '#platform/refusal.ts';

/** A paper that the caller may see, with the sums of its packages, and the number of those removed as missing. */
export async function paperOf(db: Kysely<Schema>, id: number) {
  const paper = await db
    .selectFrom('handover as h')
    .innerJoin('work_order as o', 'o.id', 'h.work_order_id')
    .innerJoin('product as p', 'p.id', 'o.product_id')
    .leftJoin('production_line as l', 'l.id', 'o.line_id')
    .leftJoin('warehouse as w', 'w.id', 'h.warehouse_id')
    .selectAll('h')
    .select(['o.order_no', 'o.lot', 'p.product_name', 'p.product_code', 'p.spec', 'l.line_name', 'w.warehouse_name'])
    .select(sql<string | null>`to_char(o.production_date, 'YYYY-MM-DD')`.as('production_date'))
    .where('h.id', '=', id)
    .executeTakeFirst();
  if (!paper) throw notFound('handover');
  const levels = await db
    .selectFrom('handover_package as g')
    .select((eb) => [
      'g.level',
      eb.fn.countAll<number>().as('packages'),
      eb.fn.sum<number>('g.units').as('units'),
      sql<number>`sum(case when g.complete then 0 else 1 end)`.as('remainders'),
    ])
    .where('g.handover_id', '=', id)
    // A withdrawn paper still shows all of its packages.
    .$if(paper.status !== 'withdrawn', (packages) => packages.where('g.off', '=', false))
    .groupBy('g.level')
    .orderBy('g.level', 'desc')
    .execute();
  const on = levels.map(({ level, packages, units, remainders }) => ({
    level,
    packages: Number(packages),
    units: Number(units),
    remainders: Number(remainders),
  }));
  return { ...paper, levels: on, off: paper.packages - sumOf(on, 'packages') };
}

export const sumOf = <K extends string>(rows: readonly Readonly<Record<K, number>>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

export type Paper = Awaited<ReturnType<typeof paperOf>>;
