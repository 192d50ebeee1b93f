import { finished } from 'node:stream/promises';
import type { Connection } from '#platform/database/database.ts';

/** The children that an event puts into a package. */
export interface Packing {
  readonly children: readonly number[];
  readonly parent: number;
  readonly packedBy: number;
}

/** Rows of `packing`, column by column, sorted by child: PostgreSQL then writes its indexes in order. */
export interface PackingRows {
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
