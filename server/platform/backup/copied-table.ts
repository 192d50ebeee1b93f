import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ReservedConnection } from '../database/driver/sql.ts';

interface Target {
  readonly name: string;
  readonly columns: readonly string[];
  /** Whether its rows are written frozen, so that they never have to be visited again for it; not into shards of a cluster. */
  readonly isFrozen: boolean;
}

export const quoted = (name: string): string => `"${name}"`;

/** A table that rows are being copied into. */
export class CopiedTable {
  readonly name: string;
  readonly #sql: ReservedConnection;
  readonly #rows: Writable;
  readonly #done: Promise<void>;
  readonly #isFrozen: boolean;

  private constructor(sql: ReservedConnection, { name, isFrozen }: Target, rows: Writable) {
    this.name = name;
    this.#sql = sql;
    this.#isFrozen = isFrozen;
    this.#rows = rows;
    this.#done = finished(rows);
    // Whoever writes, or ends it, is told.
    this.#done.catch(() => {});
  }

  static async begin(sql: ReservedConnection, target: Target): Promise<CopiedTable> {
    const { name, columns, isFrozen } = target;
    // PostgreSQL freezes rows only of a table that was emptied in the same transaction.
    if (isFrozen) await sql.unsafe(`begin; truncate ${quoted(name)}`);
    const into = `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`;
    const rows = await sql.unsafe(isFrozen ? `${into} with (freeze)` : into).writable();
    return new CopiedTable(sql, target, rows);
  }

  /** Resolves when there is room for more. */
  async write(bytes: Buffer): Promise<void> {
    if (this.#rows.write(bytes)) return;
    const room = new Promise<void>((resolve) => {
      this.#rows.once('drain', resolve);
    });
    await Promise.race([room, this.#done]);
  }

  async end(): Promise<void> {
    this.#rows.end();
    await this.#done;
    if (this.#isFrozen) await this.#sql.unsafe('commit');
  }
}
