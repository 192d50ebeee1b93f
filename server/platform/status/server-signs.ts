import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { isOutage } from '../database/database.ts';
import type { Sql } from '../database/driver/sql.ts';
import type { MinuteMeter } from '../metrics/minute-meter.ts';
import { version } from '../version.ts';

/** Seconds between two signs of life. */
export const signPeriod = 15;
const signsInMinute = 60 / signPeriod;
/** Days after which a server that gives no sign of life is forgotten. */
const keptDays = 7;

/** Has the other servers, and people, know that this one runs, and what it measured. */
export class ServerSigns {
  readonly #sql: Sql;
  readonly #id: string;
  readonly #meter: MinuteMeter;
  readonly #log: FastifyBaseLogger;
  readonly #startedAt = new Date(Date.now() - process.uptime() * 1000);
  #timer: NodeJS.Timeout | undefined;
  #given = 0;

  constructor(sql: Sql, id: string, meter: MinuteMeter, log: FastifyBaseLogger) {
    this.#sql = sql;
    this.#id = id;
    this.#meter = meter;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#give();
    this.#timer = setInterval(() => void this.#give(), signPeriod * 1000).unref();
  }

  /** Tells that this server is down on purpose. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#meter.stop();
    await this.#sql`update server set stopped_at = now(), seen_at = now() where id = ${this.#id}`.catch(() => {});
  }

  /** A server whose database is away gives no sign; the others see that. */
  async #give(): Promise<void> {
    try {
      await this.#sql`
        insert into server (id, host_name, version, started_at, seen_at)
        values (${this.#id}, ${hostname()}, ${version}, ${this.#startedAt}, now())
        on conflict (id) do update
        set host_name = excluded.host_name, version = excluded.version, started_at = excluded.started_at,
          seen_at = excluded.seen_at, stopped_at = null`;
      if (this.#given++ % signsInMinute === signsInMinute - 1) await this.measure();
    } catch (error) {
      if (!isOutage(error)) this.#log.error(error, 'the sign of life could not be stored');
    }
  }

  /** Stores the figures since it was last called. */
  async measure(): Promise<void> {
    await this.#sql`
      insert into server_minute (server_id, ends_at, figures)
      values (${this.#id}, now(), ${this.#sql.json(this.#meter.read())})`;
    await this.#sql`
      delete from server_minute where server_id = ${this.#id} and ends_at < now() - interval '2 hours'`;
  }

  /** Forgets servers that are gone. */
  async sweep(): Promise<void> {
    await this.#sql`delete from server where seen_at < now() - make_interval(days => ${keptDays})`;
  }
}
