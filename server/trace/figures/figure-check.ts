import type { FastifyBaseLogger } from 'fastify';
import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { Sweeping } from '#platform/jobs/sweeps.ts';
import type { LastVerification } from '#platform/status/verifications.ts';
import { type Difference, differences } from './verify.ts';

interface Parts {
  readonly sql: Sql;
  readonly log: FastifyBaseLogger;
  readonly timeZone: () => string;
}

/** How many differences are stored with one check. */
const maxKept = 100;
const keptDays = 90;

/**
 * Compares stored figures with a recount from the events, once a day: after 02:00 in the enterprise's time zone, or as soon as a
 * server runs again.
 */
export class FigureCheck implements Sweeping {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async sweep(): Promise<void> {
    if (await this.#isDue()) await this.check();
  }

  /** Stores the differences found, which reports and the dashboard show, and logs them as an error. */
  async check(): Promise<void> {
    const { sql, log } = this.#parts;
    const rows = await lasting(sql);
    await keepFigureCheck(sql, rows);
    await sql`delete from figure_check where checked_at < now() - make_interval(days => ${keptDays})`;
    if (rows.length > 0)
      // Not with the last event of each, which says by whom it was.
      log.error(
        { differences: rows.slice(0, maxKept).map(({ where, kept, counted }) => ({ where, kept, counted })) },
        'figures differ from the recount of events',
      );
  }

  /** The last verification, by a server or by `npm run trace:verify`. */
  async last(): Promise<LastVerification | undefined> {
    const [row] = await this.#parts.sql<LastVerification[]>`
      select checked_at as at, differing as problems,
        (select max(checked_at) from figure_check where differing = 0) as "cleanAt"
      from figure_check order by checked_at desc limit 1`;
    return row;
  }

  async #isDue(): Promise<boolean> {
    const { sql, timeZone } = this.#parts;
    const [row] = await sql<{ due: boolean }[]>`
      select not exists (
        select from figure_check
        where checked_at >= ((now() at time zone ${timeZone()} - interval '2 hours')::date + interval '2 hours')
          at time zone ${timeZone()}
      ) as due`;
    return row?.due === true;
  }
}

/** Keeps the outcome of a verification, for reports, the dashboard and the metrics. */
export async function keepFigureCheck(sql: Connection, rows: readonly Difference[]): Promise<void> {
  await sql`
    insert into figure_check (differing, differences)
    values (${rows.length}, ${JSON.stringify(rows.slice(0, maxKept))}::text::jsonb)`;
}

/** The differences that two counts agree on: on a cluster, one count may see its nodes at slightly different moments. */
export async function lasting(sql: Sql): Promise<Difference[]> {
  const first = await differences(sql);
  if (first.length === 0) return [];
  const names = new Set(first.map(nameOf));
  return (await differences(sql)).filter((one) => names.has(nameOf(one)));
}

const nameOf = ({ where, kept, counted }: Difference): string => `${where} ${kept - counted}`;

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
