import type { PlaceKind } from '../../../contract/trace/acts.ts';
import type { Connection } from '../../platform/database/database.ts';

export interface NamedPlace {
  readonly id: number;
  readonly kind: PlaceKind;
  readonly code: string | null;
  readonly name: string | null;
}

/** Places with the code and name of the warehouse, factory, line or party that they stand for. */
export async function namedPlaces(sql: Connection, ids: readonly number[]): Promise<Map<number, NamedPlace>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<NamedPlace[]>`
    select p.id, p.kind, coalesce(w.warehouse_code, f.factory_code, l.line_code, s.ship_to_code, d.dealer_code, b.waybill_no, r.refund_no) as code,
      coalesce(w.warehouse_name, f.factory_name, l.line_name, s.ship_to_name, d.dealer_name) as name
    from place p
    left join warehouse w on p.kind = 'warehouse' and w.id = p.ref_id
    left join factory f on p.kind = 'factory' and f.id = p.ref_id
    left join production_line l on p.kind = 'line' and l.id = p.ref_id
    left join ship_to s on p.kind = 'ship_to' and s.id = p.ref_id
    left join dealer d on p.kind = 'dealer' and d.id = p.ref_id
    left join waybill b on p.kind = 'waybill' and b.id = p.ref_id
    left join refund r on p.kind = 'refund' and r.id = p.ref_id
    where p.id = any(${ids as number[]}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}
