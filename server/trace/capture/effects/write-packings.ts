import { finished } from 'node:stream/promises';
import type { Connection } from '../../../platform/database/database.ts';

interface Packing {
  readonly child: number;
  readonly parent: number;
  readonly packedBy: number;
}

/** From here on COPY is faster; for a few rows it costs a round trip more. */
const many = 1000;

/** What is packed from now on, in the order of the codes, as they lie on disk. */
export async function writePackings(sql: Connection, packings: readonly Packing[]): Promise<void> {
  if (packings.length === 0) return;
  const rows = packings.toSorted((a, b) => a.child - b.child);
  if (rows.length >= many) return copy(sql, rows);
  await sql`
    insert into packing (child, parent, packed_by)
    select * from unnest(
      ${rows.map(({ child }) => child)}::bigint[], ${rows.map(({ parent }) => parent)}::bigint[],
      ${rows.map(({ packedBy }) => packedBy)}::bigint[])`;
}

async function copy(sql: Connection, rows: readonly Packing[]): Promise<void> {
  let text = '';
  let last: Packing | undefined;
  let into = '';
  for (const row of rows) {
    // Those that follow one another mostly lie together, and to write a number costs more than to compare it.
    if (row.parent !== last?.parent || row.packedBy !== last.packedBy) into = `\t${row.parent}\t${row.packedBy}\n`;
    text += row.child + into;
    last = row;
  }
  const stream = await sql`copy packing (child, parent, packed_by) from stdin`.writable();
  stream.end(text);
  await finished(stream);
}
