import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../audit/audit-log.ts';
import type { Connection } from '../database/database.ts';
import { ConnectionError } from '../database/driver/errors.ts';
import type { Row, Sql } from '../database/driver/sql.ts';
import { machineFull, overloaded } from '../refusal.ts';
import { type DatabaseIdentity, identityColumns } from './database-identity.ts';
import type { IssueLog, LoggedRow } from './issue-log.ts';

/** A row that is logged: what is issued, or what it refers to. */
export interface RowToLog {
  readonly table: string;
  readonly key: number | string;
  /** The column of the key; `id` by default. */
  readonly column?: string;
}

/** What the database has to be for something to be issued from it. */
export interface Present {
  readonly epoch: string;
  readonly identity: DatabaseIdentity;
  readonly tick: number;
}

interface Parts {
  readonly log: IssueLog;
  readonly writer: string;
  readonly mayReadIdentifier: boolean;
  readonly present: () => Present;
  /** Called when the database is not what it was. */
  readonly lookAgain: () => void;
}

const beingCompared = 'it is looked into whether the database was put back to an earlier time';

/** Columns that follow from others, are secrets, or tell of persons: the log is kept for good. */
const leftOut = ['search_text', 'search_grams', 'ticket_hash', 'ip'];

/**
 * What is handed to the world is written down outside of the database before the transaction commits, so that it is known after
 * the database was put back to an earlier time; from a database that was, nothing is issued.
 */
export class Issuance {
  #parts: Parts | undefined;

  /** Before that, nothing is issued. */
  open(parts: Parts): void {
    this.#parts = parts;
  }

  /** Logs an issue of a change. Throws 503, so that nothing is issued, if the log cannot be written or the database was put back. */
  async ofChange(change: Change, ...rows: readonly RowToLog[]): Promise<void> {
    const id = await this.#log(change.sql, rows);
    change.afterwards(() => this.#settle({ kept: id }));
    change.ifUndone(() => this.#settle({ dropped: id }));
  }

  /** Runs a transaction that issues something; `issue` logs it. */
  async inTransaction<Result>(
    sql: Sql,
    work: (transaction: Connection, issue: (...rows: readonly RowToLog[]) => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    const ids: string[] = [];
    try {
      const result = await sql.begin((transaction) =>
        work(transaction, async (...rows) => void ids.push(await this.#log(transaction, rows))),
      );
      for (const id of ids) await this.#settle({ kept: id });
      return result as Result;
    } catch (error) {
      // If the connection was lost during the commit, nobody knows whether it was carried out.
      if (!(error instanceof ConnectionError)) for (const id of ids) await this.#settle({ dropped: id });
      throw error;
    }
  }

  async #log(sql: Connection, rows: readonly RowToLog[]): Promise<string> {
    const [{ log }, ...loggedRows] = await Promise.all([
      this.#requirePresent(sql),
      ...rows.map((row) => imageOf(sql, row)),
    ]);
    try {
      return await log.append(loggedRows);
    } catch (cause) {
      throw (
        machineFull(cause) ?? overloaded(60, `the log of issued codes cannot be written: ${(cause as Error).message}`)
      );
    }
  }

  async #requirePresent(sql: Connection): Promise<Parts> {
    const parts = this.#parts;
    if (!parts) throw overloaded(5, beingCompared);
    const { epoch, identity, tick } = parts.present();
    const [row] = await sql<(DatabaseIdentity & { epoch: string; tick: number | null })[]>`
      select m.epoch::text, f.tick, ${identityColumns(sql, parts.mayReadIdentifier)}
      from time_mark m left join folder_mark f on f.writer = ${parts.writer}::uuid`;
    const { epoch: foundEpoch, tick: foundTick, ...live } = row ?? { epoch: '', tick: null };
    if (foundEpoch === epoch && (foundTick ?? 0) >= tick && isDeepStrictEqual({ ...live }, { ...identity }))
      return parts;
    parts.lookAgain();
    throw overloaded(5, beingCompared);
  }

  /** A line without its outcome counts as issued: this may fail. */
  async #settle(outcome: { readonly kept: string } | { readonly dropped: string }): Promise<void> {
    await this.#parts?.log.settle(outcome).catch(() => undefined);
  }
}

async function imageOf(sql: Connection, { table, key, column = 'id' }: RowToLog): Promise<LoggedRow> {
  const [record] = await sql<{ row: Row }[]>`
    select to_jsonb(t) - ${leftOut}::text[] as row from ${sql(table)} t where ${sql(column)} = ${key}`;
  if (!record) throw new Error(`${table} has no row ${key}`);
  return { table, row: record.row };
}
