import type { WaybillOfCode } from '@suyuan/contract/physical/stock.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';

type OfWaybill = WaybillOfCode & { readonly of: number };

/**
 * The waybills that codes are or were on, the latest first: those that `db` shows, which is the database of whoever is told,
 * with the dealers that it shows.
 */
export async function waybillsOfCodes(
  sql: Connection,
  db: Kysely<Schema>,
  codes: readonly number[],
): Promise<OfWaybill[]> {
  if (codes.length === 0) return [];
  const rows = await sql<{ of: number; id: number; units: number; loaded_at: Date }[]>`
    select code as of, waybill_id as id, safe_integer(sum(units)) as units, min(loaded_at) as loaded_at
    from waybill_goods where code = any(${codes as number[]}::bigint[])
    group by code, waybill_id order by min(loaded_at) desc`;
  if (rows.length === 0) return [];
  const seen = await db
    .selectFrom('waybill as b')
    .leftJoin('dealer as d', 'd.id', 'b.to_dealer_id')
    .select(['b.id', 'b.waybill_no', 'b.kind', 'b.status', 'd.dealer_name'])
    .where('b.id', 'in', [...new Set(rows.map(({ id }) => id))])
    .execute();
  const waybills = new Map(seen.map((one) => [one.id, one]));
  return rows.flatMap(({ of, id, units, loaded_at }) => {
    const waybill = waybills.get(id);
    return waybill ? [{ of, ...waybill, units, loaded_at: loaded_at.toISOString() }] : [];
  });
}
