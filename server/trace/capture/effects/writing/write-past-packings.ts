import type { Connection } from '#platform/database/database.ts';

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
  const column = (pick: (row: PastPacking) => number) => past.map(pick);
  const children = column(({ child }) => child);
  await sql`delete from packing where child = any(${children}::bigint[])`;
  await sql`
    insert into packing_past (child, parent, packed_by, undone_by)
    select * from unnest(
      ${children}::bigint[], ${column(({ parent }) => parent)}::bigint[],
      ${column(({ packedBy }) => packedBy)}::bigint[], ${column(({ undoneBy }) => undoneBy)}::bigint[])`;
}
