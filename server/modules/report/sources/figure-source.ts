import type { Group } from '@suyuan/contract/thing/report.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { type FigureFacts, figuresOn } from '#trace/figures/figures.ts';
import { keyFormats } from '../frame/period.ts';
import type { Counted, ReportQuery, Source } from '../frame/source.ts';

/** Figures counted by events: the sums by day, plus the deltas that are not summed up yet. */
export const figureSource = (facts: FigureFacts): Source => ({
  kept: true,
  figures: facts.measures,
  counts: async (query) => {
    // Only holds have reasons.
    if (query.group === 'reason' || (query.group === 'cause' && !facts.causes)) return null;
    const key = keyIn(query.group, facts.by);
    const rows = await narrowed(rowsOf(query.caller.db, facts, query), query)
      .select((eb) => [key.as('key'), 'f.measure as figure', eb.fn.sum<number>('f.quantity').as('quantity')])
      .groupBy([key, 'f.measure'])
      .execute();
    return rows.map(({ key: at, figure, quantity }) => ({ key: at, figure, quantity: Number(quantity) }));
  },
});

/** The planned quantities of work orders, and the codes bound to them or leased for them. Each order is counted once per row. */
export const orderSource = (on: Connection, facts: FigureFacts): Source => ({
  figures: ['planned', 'handed_out'],
  kept: true,
  ownTotal: true,
  counts: async (query) => {
    if (query.group === 'cause') return null;
    const key = keyIn(query.group, facts.by);
    const orders = await narrowed(rowsOf(query.caller.db, facts, query), query)
      .where('o.id', 'is not', null)
      .select([key.as('key'), 'o.id', 'o.quantity'])
      .groupBy([key, 'o.id', 'o.quantity'])
      .execute();
    const quantities = await givenTo(
      on,
      orders.flatMap(({ id }) => id ?? []),
    );
    return [...Map.groupBy(orders, (order) => order.key)].flatMap(([at, ofKey]): Counted[] => [
      { key: at, figure: 'planned', quantity: ofKey.reduce((sum, { quantity }) => sum + Number(quantity), 0) },
      {
        key: at,
        figure: 'handed_out',
        quantity: ofKey.reduce((sum, { id }) => sum + (quantities.get(id ?? 0) ?? 0), 0),
      },
    ]);
  },
});

/** The unit codes bound to orders that the caller sees, and those leased for them that are not bound to them as well. */
async function givenTo(on: Connection, orders: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await on<{ id: number; codes: number }[]>`
    select o.id, safe_integer(
      coalesce((
        select sum(s.last_id - s.first_id + 1)
        from code_segment s join code_order c on c.id = s.order_id join code_rule r on r.id = c.rule_id
        where s.work_order_id = o.id and r.level = 1), 0)
      + coalesce((
        select sum(l.last_id - l.first_id + 1 - l.returned - coalesce((
          select sum(least(s.last_id, l.last_id - l.returned) - greatest(s.first_id, l.first_id) + 1)
          from code_segment s
          where s.work_order_id = o.id and s.first_id <= l.last_id - l.returned and s.last_id >= l.first_id), 0))
        from code_lease l where l.work_order_id = o.id and l.level = 1), 0)) as codes
    from unnest(${[...new Set(orders)]}::bigint[]) as o (id)`;
  return new Map(rows.map(({ id, codes }) => [id, codes]));
}

/** The figures, joined with their work orders and teams. */
const rowsOf = (db: Kysely<Schema>, facts: FigureFacts, { days }: ReportQuery) =>
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

const narrowed = (rows: ReturnType<typeof rowsOf>, { narrowed: by }: ReportQuery) =>
  Object.entries(by).reduce((query, [name, id]) => query.where(columns[name as keyof typeof columns], '=', id), rows);

/** The key of a row. */
function keyIn(group: Group | 'all', by: FigureFacts['by']): RawBuilder<string> {
  switch (group) {
    case 'all':
      return sql`'all'::text`;
    case 'day':
      return sql`to_char(${sql.ref(`f.${by}`)}, ${sql.lit(keyFormats.day)})`;
    case 'week':
      return sql`to_char(${sql.ref(`f.${by}`)}, ${sql.lit(keyFormats.week)})`;
    case 'month':
      return sql`to_char(${sql.ref(`f.${by}`)}, ${sql.lit(keyFormats.month)})`;
    case 'cause':
      return sql`coalesce(nullif(f.cause, ''), '0')`;
    case 'shift':
      return sql`coalesce(t.shift_start || '-' || t.shift_end, '0')`;
    default:
      return sql`coalesce(${sql.ref(columns[group as keyof typeof columns])}, 0)::text`;
  }
}
