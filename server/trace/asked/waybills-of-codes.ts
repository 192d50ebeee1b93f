import type { WaybillOfCode } from '../../../contract/physical/stock.ts';
import type { Connection } from '../../platform/database/database.ts';

type OfWaybill = WaybillOfCode & { readonly of: number };

/** The waybills that codes are or were on, the latest first. */
export async function waybillsOfCodes(sql: Connection, codes: readonly number[]): Promise<OfWaybill[]> {
  if (codes.length === 0) return [];
  const rows = await sql<(Omit<OfWaybill, 'loaded_at'> & { loaded_at: Date })[]>`
    select g.code as of, b.id, b.waybill_no, b.kind, b.status, d.dealer_name, safe_integer(sum(g.units)) as units,
      min(g.loaded_at) as loaded_at
    from waybill_goods g
    join waybill b on b.id = g.waybill_id
    left join dealer d on d.id = b.to_dealer_id
    where g.code = any(${codes as number[]}::bigint[])
    group by g.code, b.id, d.dealer_name
    order by min(g.loaded_at) desc`;
  return rows.map((row) => ({ ...row, loaded_at: row.loaded_at.toISOString() }));
}
