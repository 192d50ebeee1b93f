import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { storedTables } from '@suyuan/server/platform/backup/stored-tables.ts';
import { openSql } from '@suyuan/server/platform/database/driver/open-sql.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { migrate } from '@suyuan/server/platform/migrate/migrate.ts';
import { tables } from '@suyuan/server/tables.ts';
import { perSecond } from '../harness.ts';
import type { Stage } from '../stage/stage.ts';

const database = 'copied';
const pieceSize = 4 * 1024 * 1024;

/** All tables of a database, copied one after the other to files as they are, and from them to tables of the same schema. */
export class CopiedTables {
  readonly #sql: Sql;
  readonly #url: URL;
  readonly #folder: string;
  readonly #statements: ReadonlyMap<string, string>;
  #bytes = 0;

  static async of(stage: Stage): Promise<CopiedTables> {
    const sql = stage.connect();
    const folder = join(stage.folder, 'copied');
    await mkdir(folder);
    const quoted = (name: string) => `"${name}"`;
    const stored = (await storedTables(sql, tables))
      .filter(({ name }) => tables.get(name)?.leftOutOfBackups !== true)
      .map(({ name, columns }) => [name, `copy ${quoted(name)} (${columns.map(quoted).join(', ')})`] as const);
    await sql.unsafe(`create database ${database}_schema`);
    const copied = new CopiedTables(sql, new URL(stage.databaseUrl), folder, new Map(stored));
    await copied.#prepare();
    await copied.write();
    return copied;
  }

  private constructor(sql: Sql, url: URL, folder: string, statements: ReadonlyMap<string, string>) {
    this.#sql = sql;
    this.#url = url;
    this.#folder = folder;
    this.#statements = statements;
  }

  get megabytes(): number {
    return this.#bytes / 1e6;
  }

  /** Writes the files; megabytes a second. */
  write(): Promise<number> {
    return perSecond(async () => {
      this.#bytes = 0;
      for (const [name, copy] of this.#statements) {
        const pieces = this.#sql.unsafe(`${copy} to stdout`).copied(pieceSize);
        await pipeline(this.#counted(pieces), createWriteStream(this.#path(name)));
      }
      return this.megabytes;
    });
  }

  /** Reads the files into empty tables of a new database; megabytes a second. */
  async read(): Promise<number> {
    await this.#sql.unsafe(`create database ${database} template ${database}_schema`);
    const sql = this.#connect(database);
    const rate = await perSecond(async () => {
      for (const [name, copy] of this.#statements)
        await pipeline(
          createReadStream(this.#path(name), { highWaterMark: pieceSize }),
          await sql.unsafe(`${copy} from stdin`).writable(),
        );
      await sql`analyze`;
      return this.megabytes;
    });
    await sql.end();
    await this.#sql.unsafe(`drop database ${database}`);
    await this.#sql`checkpoint`;
    return rate;
  }

  /** The schema without rows and foreign keys. */
  async #prepare(): Promise<void> {
    const sql = this.#connect(`${database}_schema`);
    await migrate(sql, tables);
    await sql.unsafe(`truncate ${[...this.#statements.keys()].join(', ')} cascade`);
    const keys = await sql<{ table: string; name: string }[]>`
      select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace`;
    for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint ${name}`);
    await sql.end();
  }

  #connect(name: string): Sql {
    return openSql(Object.assign(new URL(this.#url), { pathname: `/${name}` }).href, { max: 1 });
  }

  #path(table: string): string {
    return join(this.#folder, `${table}.copy`);
  }

  async *#counted(pieces: AsyncIterable<{ readonly bytes: Buffer }>): AsyncGenerator<Buffer, void> {
    for await (const { bytes } of pieces) {
      this.#bytes += bytes.length;
      yield bytes;
    }
  }
}
