import type { Connection } from '#platform/database/database.ts';

/** Marks that something about a line was told late, from a moment on: its time since then is derived again. */
export async function markDirty(sql: Connection, lineId: number, from: number): Promise<void> {
  const at = new Date(from);
  await sql`insert into line_progress (line_id) values (${lineId}) on conflict (line_id) do nothing`;
  await sql`
    update line_progress set dirty_from = ${at}
    where line_id = ${lineId} and (dirty_from is null or dirty_from > ${at}::timestamptz)`;
}
