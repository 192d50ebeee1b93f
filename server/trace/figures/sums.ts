import type { Sql } from '#platform/database/driver/sql.ts';
import type { Sweeping } from '#platform/jobs/sweeps.ts';

/** Changes of figures younger than this stay single rows: live views count what a line made in the last minute from them. */
const countedLive = '3 minutes';

/**
 * Adds up the delta tables: moves rows of `stock_delta` and `figure_delta` into the sums of `stock` and `figure`. Readers add
 * sum and deltas, so nobody waits for this, and events only insert, never updating a row that others update, too.
 */
export class Sums implements Sweeping {
  readonly #sql: Sql;
  readonly #leaves: string;

  constructor(sql: Sql, leaves = countedLive) {
    this.#sql = sql;
    this.#leaves = leaves;
  }

  async sweep(): Promise<void> {
    await this.#sql`
      with changed as (delete from stock_delta returning place_id, product_id, lot_id, units)
      insert into stock as s (place_id, product_id, lot_id, units)
      select place_id, product_id, lot_id, safe_integer(sum(units)) from changed group by place_id, product_id, lot_id
      on conflict (place_id, product_id, lot_id) do update set units = safe_integer(s.units::numeric + excluded.units)`;
    await this.#sql`
      with changed as (
        delete from figure_delta
        where event_id <= (
          select id from trace_event where recorded_at < now() - ${this.#leaves}::interval
          order by recorded_at desc, id desc limit 1)
        returning day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id, cause, quantity
      )
      insert into figure as f (day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id, cause, quantity)
      select day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id, cause, safe_integer(sum(quantity)) from changed
      group by day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id, cause
      on conflict (day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id, cause)
        do update set quantity = safe_integer(f.quantity::numeric + excluded.quantity)`;
  }
}
