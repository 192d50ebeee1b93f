import type { PlaceKind } from '@suyuan/contract/trace/states.ts';
import type { Connection } from '#platform/database/database.ts';

/** A place by the row that it stands for: the kind of table and the id there. */
export interface PlaceRef {
  readonly kind: PlaceKind;
  readonly ref: number;
}

/** Maps rows of one kind to place ids, inserting places that do not exist yet. */
export async function placesOf(
  sql: Connection,
  kind: PlaceKind,
  refs: readonly (number | null)[],
): Promise<Map<number, number>> {
  const refIds = [...new Set(refs.flatMap((ref) => ref ?? []))].sort((a, b) => a - b);
  if (refIds.length === 0) return new Map();
  const rows = await sql<{ id: number; ref_id: number }[]>`
    select id, ref_id from place where kind = ${kind} and ref_id = any(${refIds}::bigint[])`;
  const places = new Map(rows.map(({ id, ref_id }) => [ref_id, id]));
  for (const ref of refIds.filter((id) => !places.has(id))) {
    const [row] = await sql<{ id: number }[]>`
      insert into place (kind, ref_id) values (${kind}, ${ref})
      on conflict (kind, ref_id) do update set ref_id = excluded.ref_id returning id`;
    places.set(ref, row?.id as number);
  }
  return places;
}

/** The id of one place. */
export async function placeOf(sql: Connection, { kind, ref }: PlaceRef): Promise<number> {
  return (await placesOf(sql, kind, [ref])).get(ref) as number;
}

/** The setting that packed goods stay at their line until the warehouse has signed for them. */
export async function isStockByHandover(sql: Connection): Promise<boolean> {
  const [row] = await sql`select 1 from enterprise where stock_by_handover`;
  return row !== undefined;
}
