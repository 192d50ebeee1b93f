import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { ReservedConnection, Sql } from '../database/driver/sql.ts';
import type { Tables } from '../database/table.ts';
import { onOneConnection } from '../database/transaction.ts';
import { distribute, hasCitus } from '../migrate/distribute.ts';
import { migrate } from '../migrate/migrate.ts';
import type { PictureStore } from '../pictures/store.ts';
import { readArchive } from './archive-reader.ts';
import { CopiedTable, quoted } from './copied-table.ts';
import { beginInEmpty, finish } from './empty-database.ts';
import { type Manifest, type Part, pictureIn, rowsIn } from './manifest.ts';
import { type Report, Steps } from './progress.ts';
import type { Location } from './storage/storage.ts';

/** A verified backup, and where it is restored to. */
export interface Restored {
  readonly sql: Sql;
  readonly tables: Tables;
  readonly pictures: PictureStore;
  readonly location: Location;
  readonly passphrase: string | undefined;
  readonly manifest: Manifest;
  readonly report: Report;
  /** What has to be done with the rows, in today's schema, before a server may start. */
  readonly beforeUse: (sql: Sql) => Promise<void>;
}

/** How many parts are unpacked ahead. */
const ahead = 3;
const decompress = promisify(zstdDecompress);

/**
 * Restores a backup into an empty database: the schema of its version by the migrations, its rows, and then the migrations since.
 * Throws if the database is not empty, having changed nothing. After an interruption it can be run again, and begins anew.
 */
export async function restoreBackup(restored: Restored): Promise<void> {
  const { sql, tables, manifest } = restored;
  await onOneConnection(sql, beginInEmpty);
  const only = new Set(manifest.migrations.map(({ name }) => name));
  await migrate(sql, tables, undefined, { only, undistributed: true });
  await onOneConnection(sql, (connection) => new Rows(restored, connection).load());
  await migrate(sql, tables);
  await restored.beforeUse(sql);
  await onOneConnection(sql, finish);
}

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  readonly isForeignKey: boolean;
}

class Rows {
  readonly #restored: Restored;
  readonly #sql: ReservedConnection;
  readonly #steps: Steps;
  readonly #total: number;
  readonly #parts: ReadonlyMap<string, Part>;
  /** The tables that come once a cluster has its tables distributed, so that their rows go to their node at once. */
  readonly #last: ReadonlySet<string>;
  #isCitus = false;
  #constraints: readonly Constraint[] = [];
  #isDistributed = false;
  #open: CopiedTable | undefined;

  constructor(restored: Restored, sql: ReservedConnection) {
    const { manifest, tables, report } = restored;
    this.#restored = restored;
    this.#sql = sql;
    this.#parts = new Map(manifest.parts.map((part) => [part.name, part]));
    this.#total = manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#steps = new Steps(report, this.#total);
    const isLast = ({ name }: { name: string }) => typeof tables.get(name)?.placement === 'object';
    const first = manifest.tables.findLastIndex((table) => !isLast(table)) + 1;
    this.#last = new Set(manifest.tables.slice(first).map(({ name }) => name));
  }

  async load(): Promise<void> {
    const { manifest } = this.#restored;
    this.#isCitus = await hasCitus(this.#sql);
    await this.#dropConstraints();
    await this.#sql.unsafe(`truncate ${manifest.tables.map(({ name }) => quoted(name)).join(', ')}`);
    await this.#readAll();
    await this.#endTable();
    if (!this.#isDistributed) await this.#distribute();
    await this.#addConstraints(({ isForeignKey }) => !isForeignKey);
    await this.#continueSequences();
    await this.#releaseJobs();
    await this.#sql.unsafe('analyze');
    await this.#compareCounts();
  }

  async #readAll(): Promise<void> {
    let bytesRead = 0;
    for await (const { part, bytes } of this.#unpacked()) {
      const table = rowsIn(part.name)?.table;
      const picture = pictureIn(part.name);
      if (table !== undefined) await this.#write(table, bytes);
      else if (picture !== undefined) await this.#restored.pictures.put(picture, bytes);
      bytesRead += part.bytes;
      this.#steps.reach(bytesRead, table ?? 'pictures');
    }
  }

  /** The parts in order, of which the next ones are unpacked meanwhile. */
  async *#unpacked(): AsyncGenerator<{ part: Part; bytes: Buffer }, void> {
    const { location, passphrase } = this.#restored;
    const queue: Promise<{ part: Part; bytes: Buffer }>[] = [];
    for await (const { name, bytes } of readArchive(location, passphrase)) {
      const part = this.#parts.get(name);
      if (!part) continue;
      queue.push(unpack(part, bytes));
      // Its error is told when it is its turn.
      queue.at(-1)?.catch(() => {});
      if (queue.length > ahead) yield (await queue.shift()) as { part: Part; bytes: Buffer };
    }
    for (const one of queue) yield await one;
  }

  async #write(table: string, bytes: Buffer): Promise<void> {
    if (this.#open?.name !== table) {
      await this.#endTable();
      if (this.#last.has(table) && !this.#isDistributed) await this.#distribute();
      const columns = this.#restored.manifest.tables.find(({ name }) => name === table)?.columns ?? [];
      const isFrozen = !(this.#isCitus && this.#isDistributed);
      this.#open = await CopiedTable.begin(this.#sql, { name: table, columns, isFrozen });
    }
    await this.#open.write(bytes);
  }

  async #endTable(): Promise<void> {
    await this.#open?.end();
    this.#open = undefined;
  }

  /** The foreign keys of tables form cycles, and a constraint that older rows need not meet would refuse them now. */
  async #dropConstraints(): Promise<void> {
    this.#constraints = await this.#sql<Constraint[]>`
      select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition,
        contype = 'f' as "isForeignKey"
      from pg_constraint k
      where connamespace = 'public'::regnamespace and conrelid <> 0 and (contype = 'f' or not convalidated)
        and not exists (select from pg_depend d where d.objid = k.conrelid and d.deptype = 'e')
      order by 1, 2`;
    for (const { table, name } of this.#constraints)
      await this.#sql.unsafe(`alter table ${table} drop constraint ${name}`);
  }

  async #addConstraints(isWanted: (constraint: Constraint) => boolean): Promise<void> {
    for (const { table, name, definition } of this.#constraints.filter(isWanted))
      await this.#sql.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
  }

  async #distribute(): Promise<void> {
    this.#isDistributed = true;
    await this.#addConstraints(({ isForeignKey }) => isForeignKey);
    await distribute(this.#sql, this.#restored.tables);
  }

  async #continueSequences(): Promise<void> {
    const { sequences, series = [] } = this.#restored.manifest;
    for (const { name, last, called } of series)
      await this.#sql`select setval(quote_ident(${name})::regclass, ${last}::bigint, ${called})`;
    for (const { table, column, last, called } of sequences) {
      await this.#sql`
        select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last}::bigint, ${called})`;
    }
  }

  /** What ran when the backup was made goes on here: no server has it any more, and the queue knows nothing of it. */
  async #releaseJobs(): Promise<void> {
    await this.#sql`
      update job set state = 'waiting', turn = null, server = null where state in ('waiting', 'running')`;
  }

  async #compareCounts(): Promise<void> {
    for (const [table, count] of Object.entries(this.#restored.manifest.rows)) {
      const [row] = await this.#sql.unsafe<{ count: number }[]>(
        `select count(*)::float8 as count from ${quoted(table)}`,
      );
      if (row?.count !== count) throw new Error(`${table} has ${row?.count} rows, not ${count} as in the backup.`);
    }
  }
}

async function unpack(part: Part, bytes: Buffer): Promise<{ part: Part; bytes: Buffer }> {
  if (createHash('sha256').update(bytes).digest('hex') !== part.sha256)
    throw new Error(`${part.name} was changed since it was verified.`);
  if (!rowsIn(part.name)) return { part, bytes };
  return { part, bytes: await decompress(bytes, { maxOutputLength: part.unpacked ?? 0 }) };
}
