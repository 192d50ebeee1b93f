import type { Connection } from '#platform/database/database.ts';

/** Products as people know them: `YQ-001 云泉 53°`. */
export async function productNames(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; name: string }[]>`
    select id, product_code || ' ' || product_name as name from product where id = any(${ids as number[]}::bigint[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The lot numbers by lot id. */
export async function lotNumbers(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; lot_no: string }[]>`
    select id, lot_no from lot where id = any(${ids as number[]}::bigint[])`;
  return new Map(rows.map(({ id, lot_no }) => [id, lot_no]));
}
