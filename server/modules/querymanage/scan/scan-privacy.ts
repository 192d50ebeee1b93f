import type { Sql } from 'postgres';
import type { Connection } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/services.ts';

/** The time that scans shortened in one transaction span. */
const stride = 3_600_000;

/** Shortens addresses, or takes them away where none are to be kept, and deletes positions and reports on networks, older than the settings allow. */
export class ScanPrivacy {
  readonly #sql: Sql;
  readonly #days: number;

  constructor({ system, config }: Pick<Services, 'system' | 'config'>) {
    this.#sql = system.sql;
    this.#days = config.scanIpDays;
  }

  async sweep(): Promise<void> {
    while (await this.#forgetNext()) {}
  }

  /** Goes on from where the last sweep, of this server or another, ended; false when there is nothing left. */
  #forgetNext(): Promise<boolean> {
    return this.#sql.begin(async (sql) => {
      const [state] = await sql<{ from: Date; due: Date }[]>`
        select forgotten_until as from, now() - make_interval(days => ${this.#days}) as due from scan_privacy for update`;
      const { from, due } = state as { from: Date; due: Date };
      const [next] = await sql<{ first: Date | null }[]>`
        select min(scanned_at) as first from consumer_scan where scanned_at >= ${from} and scanned_at < ${due}`;
      const first = next?.first ?? null;
      const to = first === null ? due : new Date(Math.min(first.getTime() + stride, due.getTime()));
      if (first !== null) await (this.#days > 0 ? shorten : erase)(sql, first, to);
      await sql`update scan_place set latitude = null, longitude = null where told_at < ${to} and latitude is not null`;
      await sql`delete from scan_guessing where last_at < ${to} and network <> ''`;
      await sql`update scan_privacy set forgotten_until = greatest(forgotten_until, ${to})`;
      return first !== null;
    }) as Promise<boolean>;
  }
}

/** Leaves the network of each address. Records hold addresses that PostgreSQL reads, or none. */
const shorten = (sql: Connection, from: Date, to: Date) => sql`
  update consumer_scan set ip = network(set_masklen(ip::inet, case family(ip::inet) when 4 then 24 else 48 end))::text
  where scanned_at >= ${from} and scanned_at < ${to} and ip <> '' and ip not like '%/%'`;

const erase = (sql: Connection, from: Date, to: Date) => sql`
  update consumer_scan set ip = '' where scanned_at >= ${from} and scanned_at < ${to} and ip <> ''`;
