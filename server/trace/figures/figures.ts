import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Measure } from '../goods.ts';

/** Which figures are requested. */
export interface FigureFacts {
  readonly measures: readonly Measure[];
  /** Count by calendar day, or by the day on which the shift began. */
  readonly by: 'day' | 'shift_day';
  /** Everything ever counted for those work orders that have any figure on the days. */
  readonly whole?: true;
  /** Count by cause, too. */
  readonly causes?: true;
}

interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * The figures of some days, as far as `db` may see them: sums in `figure` and changes in `figure_delta` that are not added up
 * yet. Both are read by one statement, whose snapshot is consistent even while `Sums` moves rows from one to the other.
 */
export function figuresOn(db: Kysely<Schema>, { measures, by, whole }: FigureFacts, { from, to }: Days) {
  const onDays = (table: 'figure' | 'figure_delta') => db.selectFrom(table).where(by, '>=', from).where(by, '<=', to);
  const ofOrders = (table: 'figure' | 'figure_delta') =>
    db
      .selectFrom(table)
      .where(
        'work_order_id',
        'in',
        onDays('figure').select('work_order_id').union(onDays('figure_delta').select('work_order_id')),
      );
  const all = (table: 'figure' | 'figure_delta') =>
    (whole ? ofOrders(table) : onDays(table))
      .select(['day', 'shift_day', 'work_order_id', 'product_id', 'lot_id', 'team_id', 'cause', 'measure', 'quantity'])
      .where('measure', 'in', [...measures]);
  return all('figure').unionAll(all('figure_delta'));
}

/** The total of one measure for each of these work orders, over all days. */
export async function figureOfOrders(
  db: Kysely<Schema>,
  measure: Measure,
  orders: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (orders.length === 0) return new Map();
  const of = (table: 'figure' | 'figure_delta') =>
    db
      .selectFrom(table)
      .select(['work_order_id', 'quantity'])
      .where('measure', '=', measure)
      .where('work_order_id', 'in', [...orders]);
  const rows = await db
    .selectFrom(of('figure').unionAll(of('figure_delta')).as('f'))
    .select((eb) => ['f.work_order_id', eb.fn.sum<number>('f.quantity').as('quantity')])
    .groupBy('f.work_order_id')
    .execute();
  return new Map(rows.map(({ work_order_id, quantity }) => [work_order_id, Number(quantity)]));
}

/**
 * The units that are made of each of some work orders: bound, without those that were destroyed, whose codes are void for good.
 * Orders without any are left out.
 */
export async function madeOf(sql: Connection, orders: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (orders.length === 0) return new Map();
  const ids = orders as number[];
  const rows = await sql<{ id: number; made: number }[]>`
    select work_order_id as id, safe_integer(sum(case measure when 'bound' then quantity else -quantity end)) as made
    from (
      select work_order_id, measure, quantity from figure
      where work_order_id = any(${ids}::bigint[]) and measure in ('bound', 'destroyed')
      union all
      select work_order_id, measure, quantity from figure_delta
      where work_order_id = any(${ids}::bigint[]) and measure in ('bound', 'destroyed')
    ) counted
    group by 1`;
  return new Map(rows.map(({ id, made }) => [id, made]));
}
