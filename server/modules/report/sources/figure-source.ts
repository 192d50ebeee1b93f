import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Group } from '../../../../contract/thing/report.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { type FigureFacts, figuresOn } from '../../../trace/figures/figures.ts';
import { written } from '../frame/period.ts';
import type { Asked, Counted, Source } from '../frame/source.ts';

/** Figures counted by acts: the sums by day, plus the deltas that are not summed up yet. */
export const figureSource = (facts: FigureFacts): Source => ({
  kept: true,
  figures: facts.measures,
  counts: async (asked) => {
    if (asked.group === 'cause' && !facts.causes) return null;
    const key = keyIn(asked.group, facts.by);
    const rows = await narrowed(rowsOf(asked.caller.db, facts, asked), asked)
      .select((eb) => [key.as('key'), 'f.measure as figure', eb.fn.sum<number>('f.quantity').as('quantity')])
      .groupBy([key, 'f.measure'])
      .execute();
    return rows.map(({ key: at, figure, quantity }) => ({ key: at, figure, quantity: Number(quantity) }));
  },
});

/** The planned quantities of work orders, and the codes leased for them. Each order is counted once per row. */
export const orderSource = (facts: FigureFacts): Source => ({
  figures: ['planned', 'handed_out'],
  kept: true,
  ownTotal: true,
  counts: async (asked) => {
    if (asked.group === 'cause') return null;
    const { db } = asked.caller;
    const key = keyIn(asked.group, facts.by);
    const orders = narrowed(rowsOf(db, facts, asked), asked)
      .where('o.id', 'is not', null)
      .select([key.as('key'), 'o.id', 'o.quantity'])
      .groupBy([key, 'o.id', 'o.quantity']);
    const leases = db
      .selectFrom('code_lease')
      .select('work_order_id')
      .select(sql<number>`sum(code_lease.last_id - code_lease.first_id + 1 - code_lease.returned)`.as('codes'))
      .where('level', '=', 1)
      .groupBy('work_order_id');
    const rows = await db
      .selectFrom(orders.as('w'))
      .leftJoin(leases.as('l'), 'l.work_order_id', 'w.id')
      .select((eb) => [
        'w.key',
        eb.fn.sum<number>('w.quantity').as('planned'),
        eb.fn.sum<number | null>('l.codes').as('handed_out'),
      ])
      .groupBy('w.key')
      .execute();
    return rows.flatMap(({ key: at, planned, handed_out }): Counted[] => [
      { key: at, figure: 'planned', quantity: Number(planned) },
      { key: at, figure: 'handed_out', quantity: Number(handed_out ?? 0) },
    ]);
  },
});

/** The figures, joined with their work orders and teams. */
const rowsOf = (db: Kysely<Schema>, facts: FigureFacts, { days }: Asked) =>
  db
    .selectFrom(figuresOn(db, facts, days).as('f'))
    .leftJoin('work_order as o', 'o.id', 'f.work_order_id')
    .leftJoin('team as t', 't.id', 'f.team_id');

const columns = {
  product: 'f.product_id',
  order: 'f.work_order_id',
  lot: 'f.lot_id',
  team: 'f.team_id',
  line: 'o.line_id',
  factory: 'o.factory_id',
} as const;

const narrowed = (rows: ReturnType<typeof rowsOf>, { narrowed: by }: Asked) =>
  Object.entries(by).reduce((found, [name, id]) => found.where(columns[name as keyof typeof columns], '=', id), rows);

/** The key of a row. */
function keyIn(group: Group | 'all', by: FigureFacts['by']): RawBuilder<string> {
  switch (group) {
    case 'all':
      return sql`'all'::text`;
    case 'day':
      return sql`to_char(${sql.ref(`f.${by}`)}, ${sql.lit(written.day)})`;
    case 'week':
      return sql`to_char(${sql.ref(`f.${by}`)}, ${sql.lit(written.week)})`;
    case 'month':
      return sql`to_char(${sql.ref(`f.${by}`)}, ${sql.lit(written.month)})`;
    case 'cause':
      return sql`coalesce(nullif(f.cause, ''), '0')`;
    case 'shift':
      return sql`coalesce(t.shift_start || '-' || t.shift_end, '0')`;
    default:
      return sql`coalesce(${sql.ref(columns[group as keyof typeof columns])}, 0)::text`;
  }
}
