import { finished } from 'node:stream/promises';
import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { insertRows } from '#platform/database/statements/insert-rows.ts';
import type { Sweeping } from '#platform/jobs/sweeps.ts';
import type { CodeRecord, Contents } from '../../state/code-record.ts';
import { idOf } from './write-events.ts';

/** The children that an event puts into a package. */
export interface Packing {
  readonly children: readonly number[];
  readonly parent: number;
  readonly packedBy: number;
}

/** Rows of `packing`, column by column, sorted by child: PostgreSQL then writes its indexes in order. */
interface PackingRows {
  readonly children: Float64Array;
  readonly parents: Float64Array;
  readonly packedBy: Float64Array;
}

/** From this many rows on COPY is faster; for fewer its extra round trip costs more. */
const many = 1000;

export function packingRows(packings: readonly Packing[]): PackingRows {
  const count = packings.reduce((sum, { children }) => sum + children.length, 0);
  const rows = {
    children: new Float64Array(count),
    parents: new Float64Array(count),
    packedBy: new Float64Array(count),
  };
  let at = 0;
  let ordered = true;
  for (const { children, parent, packedBy } of packings) {
    for (const child of children) {
      ordered &&= at === 0 || child > (rows.children[at - 1] as number);
      rows.children[at] = child;
      rows.parents[at] = parent;
      rows.packedBy[at] = packedBy;
      at += 1;
    }
  }
  return ordered ? rows : inOrder(rows);
}

function inOrder({ children, parents, packedBy }: PackingRows): PackingRows {
  const order = Uint32Array.from(children, (_, at) => at).sort(
    (a, b) => (children[a] as number) - (children[b] as number),
  );
  const sorted = (column: Float64Array) => Float64Array.from(order, (at) => column[at] as number);
  return { children: sorted(children), parents: sorted(parents), packedBy: sorted(packedBy) };
}

/** Inserts packings: many by binary COPY, few by one statement. */
export async function writePackings(sql: Connection, rows: PackingRows): Promise<void> {
  const { children, parents, packedBy } = rows;
  if (children.length === 0) return;
  if (children.length >= many) return copy(sql, rows);
  await sql`
    insert into packing (child, parent, packed_by)
    select * from unnest(
      ${Array.from(children)}::bigint[], ${Array.from(parents)}::bigint[], ${Array.from(packedBy)}::bigint[])`;
}

async function copy(sql: Connection, rows: PackingRows): Promise<void> {
  const stream = await sql`copy packing (child, parent, packed_by) from stdin (format binary)`.writable();
  stream.end(binary(rows));
  await finished(stream);
}

/** The file header: signature, flags, and the length of the header extension. */
const header = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const end = Buffer.from([0xff, 0xff]);
/** The column count, and for each of three columns its length and a bigint. */
const rowLength = 2 + 3 * (4 + 8);

/** Rows in COPY's binary format: https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.4 */
function binary({ children, parents, packedBy }: PackingRows): Buffer {
  const length = header.length + rowLength * children.length;
  const bytes = Buffer.allocUnsafe(length + end.length);
  header.copy(bytes);
  end.copy(bytes, length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  const put = (at: number, id: number) => {
    view.setUint32(at, 8);
    view.setUint32(at + 4, Math.floor(id / 2 ** 32));
    view.setUint32(at + 8, id);
  };
  for (let n = 0, at = header.length; n < children.length; n++, at += rowLength) {
    view.setUint16(at, 3);
    put(at + 2, children[n] as number);
    put(at + 14, parents[n] as number);
    put(at + 26, packedBy[n] as number);
  }
  return bytes;
}

/** A package with what is in it, and the event that made it one. */
interface FilledPackage extends Omit<Contents, 'packedBy'> {
  readonly code: number;
  readonly level: number;
  readonly packedBy: number;
}

/** Inserts or updates packages, and deletes those that are empty. */
export async function writePackages(sql: Connection, records: readonly CodeRecord[]): Promise<void> {
  const ids = records.flatMap(({ id, contents }) => (contents ? [] : [id]));
  if (ids.length > 0) await sql`delete from package where code = any(${ids}::bigint[])`;
  const packages = records
    .flatMap(({ id, level, contents }): FilledPackage[] =>
      contents ? [{ ...contents, code: id, level, packedBy: idOf(contents.packedBy) }] : [],
    )
    .sort((a, b) => a.code - b.code);
  if (packages.length === 0) return;
  await insertRows(
    sql,
    'package',
    packages,
    {
      code: ['bigint', ({ code }) => code],
      packed_by: ['bigint', ({ packedBy }) => packedBy],
      work_order_id: ['bigint', ({ workOrderId }) => workOrderId],
      product_id: ['bigint', ({ productId }) => productId],
      lot_id: ['bigint', ({ lotId }) => lotId],
      units: ['int', ({ units }) => units],
      children: ['int', ({ children }) => children],
      capacity: ['int', ({ capacity }) => capacity],
      level: ['smallint', ({ level }) => level],
      complete: ['boolean', ({ complete }) => complete],
      seen: ['boolean', ({ seen }) => seen],
      mixed: ['jsonb', ({ mixed }) => mixed && JSON.stringify(mixed)],
    },
    {
      onConflict: sql`
        on conflict (code) do update set
          packed_by = excluded.packed_by, work_order_id = excluded.work_order_id,
          product_id = excluded.product_id, lot_id = excluded.lot_id, units = excluded.units,
          children = excluded.children, capacity = excluded.capacity, complete = excluded.complete,
          seen = excluded.seen, mixed = excluded.mixed`,
    },
  );
}

/** A packing that an event has ended. */
export interface PastPacking {
  readonly child: number;
  readonly parent: number;
  readonly packedBy: number;
  readonly undoneBy: number;
}

/** Moves packings that have ended from `packing` to `packing_past`. */
export async function writePastPackings(sql: Connection, past: readonly PastPacking[]): Promise<void> {
  if (past.length === 0) return;
  await sql`delete from packing where child = any(${past.map(({ child }) => child)}::bigint[])`;
  await insertRows(sql, 'packing_past', past, {
    child: ['bigint', ({ child }) => child],
    parent: ['bigint', ({ parent }) => parent],
    packed_by: ['bigint', ({ packedBy }) => packedBy],
    undone_by: ['bigint', ({ undoneBy }) => undoneBy],
  });
}

interface Parts {
  readonly sql: Sql;
  readonly timeZone: () => string;
}

/** Smaller tables are left alone. */
const minRows = 1_000_000;
/** Bytes of both indexes for each row: 29 if the pages are full. */
const maxBytes = 38;

/**
 * Compacts the indexes of `packing` at night. Each code rule adds codes at its own place in them, where PostgreSQL splits full
 * pages in halves that stay half full. The indexes stay in use meanwhile. On a cluster, where the table is empty on the
 * coordinator, this is left to its administrator (docs/operations.md).
 */
export class PackingIndexes implements Sweeping {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async sweep(): Promise<void> {
    if ((await this.#isNight()) && (await this.areLoose())) await this.compact();
  }

  /** Whether compacting is worthwhile, by the sizes and the number of rows that PostgreSQL keeps. */
  async areLoose(fewest = minRows): Promise<boolean> {
    const [row] = await this.#parts.sql<{ loose: boolean }[]>`
      select packing.reltuples >= ${fewest} and size > ${maxBytes} * packing.reltuples as loose
      from pg_class packing,
        lateral (select sum(pg_relation_size(indexrelid)) as size from pg_index where indrelid = packing.oid) indexes
      where packing.oid = 'packing'::regclass`;
    return row?.loose === true;
  }

  async compact(): Promise<void> {
    const { sql } = this.#parts;
    // Left by an earlier attempt that was interrupted.
    const indexes = await sql<{ name: string }[]>`
      select relname as name from pg_index join pg_class on oid = indexrelid
      where indrelid = 'packing'::regclass and not indisvalid`;
    for (const { name } of indexes) await sql`drop index concurrently ${sql(name)}`;
    await sql`reindex index concurrently packing_pkey`;
    await sql`reindex index concurrently packing_parent`;
  }

  async #isNight(): Promise<boolean> {
    const { sql, timeZone } = this.#parts;
    const [row] = await sql<{ hour: number }[]>`
      select extract(hour from now() at time zone ${timeZone()})::int as hour`;
    return row !== undefined && row.hour >= 2 && row.hour < 5;
  }
}
