import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';

import type { Connection } from '../database/database.ts';
import type { CopiedRows } from '../database/driver/copy-out.ts';
import type { ReservedConnection, Sql } from '../database/driver/sql.ts';
import type { Tables } from '../database/table.ts';
import { hasCitus } from '../migrate/distribute.ts';
import { allSizes, type PictureStore, pictureName } from '../pictures/store.ts';
import { markInUse } from '../secrets/master-key-in-use.ts';
import { version } from '../version.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { quoted } from './copied-table.ts';
import { formatVersion, type Header, headerName, type Manifest, manifestName, partName } from './manifest.ts';
import { atOneMoment, type WriterLocks } from './moment.ts';
import { type Report, Steps } from './progress.ts';
import type { Location } from './storage/storage.ts';
import { type StoredTable, storedMigrations, storedSequences, storedSeries, storedTables } from './stored-tables.ts';

/** What is backed up. */
export interface Source {
  readonly sql: Sql;
  readonly isEmbedded: boolean;
  readonly tables: Tables;
  readonly pictures: PictureStore;
  readonly writerLocks: WriterLocks;
  /** Chooses codes by which a restore is checked. */
  readonly codes: (snapshot: Connection) => Promise<Manifest['codes']>;
}

export interface Target {
  readonly location: Location;
  readonly passphrase: string | undefined;
  readonly report: Report;
  /** Interrupts it. */
  readonly signal: AbortSignal;
}

/** A backup that was written. */
export interface Taken {
  /** As people name where it is: a path, or `s3://bucket/key`. */
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  readonly tables: number;
  readonly pictures: number;
  readonly missing: readonly string[];
  /** The SHA-256 of its manifest, which names the hashes of everything else. */
  readonly sha256: string;
  readonly madeAt: string;
}

/** The size of a part before it is compressed. */
const pieceSize = 4 * 1024 * 1024;
/** How many parts are compressed at once, beside the threads of the event loop. */
const atOnce = 3;
/** What a picture counts for in the progress, in bytes. */
const pictureWeight = 60_000;

const compress = promisify(zstdCompress);
const json = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

/** Writes everything that the database and the store of pictures hold at one moment, while servers go on. */
export async function writeBackup(source: Source, target: Target): Promise<Taken> {
  const { location, passphrase, report, signal } = target;
  signal.throwIfAborted();
  const archive = await ArchiveWriter.create(location, passphrase, new Date());
  const interrupt = () => void archive.abandon(signal.reason as Error);
  signal.addEventListener('abort', interrupt);
  try {
    const contents = await atOneMoment(source.sql, source.writerLocks, (snapshot) =>
      new Backup(source, archive, snapshot).write(report),
    );
    await archive.close();
    return { ...contents, name: location.name, bytes: archive.bytes };
  } catch (error) {
    await archive.abandon();
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

class Backup {
  readonly #source: Source;
  readonly #archive: ArchiveWriter;
  readonly #snapshot: ReservedConnection;

  constructor(source: Source, archive: ArchiveWriter, snapshot: ReservedConnection) {
    this.#source = source;
    this.#archive = archive;
    this.#snapshot = snapshot;
  }

  async write(report: Report): Promise<Omit<Taken, 'name' | 'bytes'>> {
    const { sql } = { sql: this.#snapshot };
    const all = await storedTables(sql, this.#source.tables);
    const tables = all.filter(({ name }) => !this.#isLeftOut(name));
    const header = await this.#header(all, tables);
    await this.#archive.add(headerName, json(header));
    const pictures = await sql<{ hash: string }[]>`select hash from picture order by hash`;
    const weight = tables.reduce((sum, { bytes }) => sum + bytes, 0);
    const steps = new Steps(report, weight + pictures.length * pictureWeight);
    const rows = await this.#rows(tables, steps);
    const sequences = await storedSequences(sql);
    const series = await storedSeries(sql);
    const codes = await this.#source.codes(sql);
    const pictureFiles = await this.#pictures(
      pictures.map(({ hash }) => hash),
      (count) => steps.reach(weight + count * pictureWeight, 'pictures'),
    );
    const parts = [...this.#archive.parts];
    const manifest: Manifest = { ...header, rows, sequences, series, pictures: pictureFiles, codes, parts };
    const { sha256 } = await this.#archive.add(manifestName, json(manifest));
    return {
      rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
      tables: tables.length,
      pictures: pictureFiles.kept,
      missing: pictureFiles.missing,
      sha256,
      madeAt: header.made_at,
    };
  }

  #isLeftOut(name: string): boolean {
    return this.#source.tables.get(name)?.leftOutOfBackups === true;
  }

  async #header(all: readonly StoredTable[], tables: readonly StoredTable[]): Promise<Header> {
    const sql = this.#snapshot;
    const citus = await hasCitus(sql);
    const [now] = await sql<[{ at: Date; postgresql: string }]>`
      select now() as at, current_setting('server_version') as postgresql`;
    return {
      format: 'suyuan-backup',
      format_version: formatVersion,
      version,
      made_at: now.at.toISOString(),
      database: this.#source.isEmbedded ? 'embedded' : citus ? 'citus' : 'postgresql',
      postgresql: now.postgresql,
      master_key_mark: (await markInUse(sql)) ?? null,
      migrations: await storedMigrations(sql),
      tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
      left_out: all.filter(({ name }) => this.#isLeftOut(name)).map(({ name }) => name),
    };
  }

  /** The rows of all tables; how many there are of each. */
  async #rows(tables: readonly StoredTable[], steps: Steps): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    let before = 0;
    for (const table of tables) {
      const reach = (bytes: number) => steps.reach(before + Math.min(bytes, table.bytes), table.name);
      counts[table.name] = await this.#table(table, reach);
      before += table.bytes;
    }
    return counts;
  }

  async #table({ name, columns }: StoredTable, reach: (bytes: number) => void): Promise<number> {
    const copy = `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`;
    const compressions: Promise<Buffer>[] = [];
    const pieces: CopiedRows[] = [];
    let [number, rows, bytesCopied] = [0, 0, 0];
    const addFirst = async () => {
      const [piece, bytes] = [pieces.shift() as CopiedRows, await (compressions.shift() as Promise<Buffer>)];
      await this.#archive.add(partName(name, number++), bytes, { rows: piece.rows, unpacked: piece.bytes.length });
      rows += piece.rows;
      bytesCopied += piece.bytes.length;
      reach(bytesCopied);
    };
    for await (const piece of this.#snapshot.unsafe(copy).copied(pieceSize)) {
      pieces.push(piece);
      compressions.push(compress(piece.bytes));
      if (compressions.length >= atOnce) await addFirst();
    }
    while (compressions.length > 0) await addFirst();
    return rows;
  }

  async #pictures(hashes: readonly string[], reach: (count: number) => void): Promise<Manifest['pictures']> {
    const missing: string[] = [];
    let kept = 0;
    for (const [index, hash] of hashes.entries()) {
      for (const name of allSizes.map((size) => pictureName(hash, size))) {
        const bytes = await this.#source.pictures.get(name);
        if (bytes) await this.#archive.add(`pictures/${name}`, bytes);
        else missing.push(name);
        kept += bytes ? 1 : 0;
      }
      reach(index + 1);
    }
    return { kept, missing };
  }
}
