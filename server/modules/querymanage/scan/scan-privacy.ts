import { hour } from '@suyuan/contract/durations.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { Services } from '#platform/services.ts';

/** The period that one transaction covers, in milliseconds. */
const stride = hour;

/**
 * Removes personal data that are older than the setting allows: IP addresses are truncated to their network, or deleted if none
 * are to be stored, and positions and reports about networks are deleted.
 */
export class ScanPrivacy {
  readonly #sql: Sql;
  readonly #days: number;

  constructor({ system, config }: Pick<Services, 'system' | 'config'>) {
    this.#sql = system.background.sql;
    this.#days = config.scanIpDays;
  }

  async sweep(): Promise<void> {
    while (await this.#forgetNext()) {}
  }

  /** Continues where the last sweep of any server ended; resolves to false if nothing is left. */
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

/** Truncates addresses to their network. Stored addresses are either empty or valid for PostgreSQL. */
const shorten = (sql: Connection, from: Date, to: Date) => sql`
  update consumer_scan set ip = network(set_masklen(ip::inet, case family(ip::inet) when 4 then 24 else 48 end))::text
  where scanned_at >= ${from} and scanned_at < ${to} and ip <> '' and ip not like '%/%'`;

const erase = (sql: Connection, from: Date, to: Date) => sql`
  update consumer_scan set ip = '' where scanned_at >= ${from} and scanned_at < ${to} and ip <> ''`;
