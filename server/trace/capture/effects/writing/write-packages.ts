import type { Connection } from '#platform/database/database.ts';
import type { CodeRecord, Contents } from '#trace/state/code-record.ts';
import { idOf } from '../event-ids.ts';

/** A package with what is in it, and the event that made it one. */
interface FilledPackage extends Omit<Contents, 'packedBy'> {
  readonly code: number;
  readonly level: number;
  readonly packedBy: number;
}

/** Inserts or updates packages, and deletes those that are empty. */
export async function writePackages(sql: Connection, records: readonly CodeRecord[]): Promise<void> {
  const gone = records.flatMap(({ id, contents }) => (contents ? [] : [id]));
  if (gone.length > 0) await sql`delete from package where code = any(${gone}::bigint[])`;
  const filled = records
    .flatMap(({ id, level, contents }): FilledPackage[] =>
      contents ? [{ ...contents, code: id, level, packedBy: idOf(contents.packedBy) }] : [],
    )
    .sort((a, b) => a.code - b.code);
  if (filled.length === 0) return;
  const column = <T>(pick: (row: FilledPackage) => T) => filled.map(pick);
  await sql`
    insert into package (code, packed_by, work_order_id, product_id, lot_id, units, children, capacity, level, complete, seen, mixed)
    select * from unnest(
      ${column(({ code }) => code)}::bigint[], ${column(({ packedBy }) => packedBy)}::bigint[],
      ${column(({ workOrderId }) => workOrderId)}::bigint[], ${column(({ productId }) => productId)}::bigint[],
      ${column(({ lotId }) => lotId)}::bigint[], ${column(({ units }) => units)}::int[],
      ${column(({ children }) => children)}::int[], ${column(({ capacity }) => capacity)}::int[],
      ${column(({ level }) => level)}::smallint[], ${column(({ complete }) => String(complete))}::text[]::boolean[],
      ${column(({ seen }) => String(seen))}::text[]::boolean[],
      ${column(({ mixed }) => mixed && JSON.stringify(mixed))}::text[]::jsonb[])
    on conflict (code) do update set
      packed_by = excluded.packed_by, work_order_id = excluded.work_order_id,
      product_id = excluded.product_id, lot_id = excluded.lot_id, units = excluded.units,
      children = excluded.children, capacity = excluded.capacity, complete = excluded.complete,
      seen = excluded.seen, mixed = excluded.mixed`;
}
