import type { Connection } from '../../../platform/database/database.ts';
import { areaName } from '../../../platform/places/areas.ts';

interface PartiesRow {
  readonly company: string | null;
  readonly company_contact: string | null;
  readonly company_phone: string | null;
  readonly company_area: string | null;
  readonly company_address: string | null;
  readonly from_name: string;
  readonly from_code: string;
  readonly from_area: string | null;
  readonly from_address: string | null;
  readonly from_keeper: string | null;
  readonly dealer_name: string | null;
  readonly dealer_code: string | null;
  readonly ship_to_name: string | null;
  readonly ship_to_code: string | null;
  readonly contact: string | null;
  readonly phone: string | null;
  readonly area: string | null;
  readonly address: string | null;
  readonly to_name: string | null;
  readonly to_code: string | null;
  readonly to_area: string | null;
  readonly to_address: string | null;
  readonly to_keeper: string | null;
}

/** Who a waybill goes from and to as its papers tell it, line by line: name, place, address, and how to reach them. */
export interface PaperParties {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/**
 * The parties of a waybill. Its readers may know both, but for a receiver whom the waybill does not tell them (`seesReceiver`). The
 * company of a warehouse is its owner; goods for a ship-to party go to its address.
 */
export async function partiesOnPaper(
  sql: Connection,
  waybillId: number,
  { seesReceiver }: { readonly seesReceiver: boolean },
): Promise<PaperParties> {
  const [row] = await sql<PartiesRow[]>`
    select coalesce(f.factory_name, o.dealer_name, e.enterprise_name) as company,
      coalesce(f.contact, o.contact, e.contact) as company_contact, coalesce(f.phone, o.phone, e.phone) as company_phone,
      coalesce(f.area_code, o.area_code, e.area_code) as company_area,
      coalesce(f.address, o.address, e.address) as company_address,
      w.warehouse_name as from_name, w.warehouse_code as from_code, w.area_code as from_area, w.address as from_address,
      k.name as from_keeper,
      d.dealer_name, d.dealer_code, s.ship_to_name, s.ship_to_code,
      case when s.id is null then d.contact else s.contact end as contact,
      case when s.id is null then d.phone else s.phone end as phone,
      case when s.id is null then d.area_code else s.area_code end as area,
      case when s.id is null then d.address else s.address end as address,
      t.warehouse_name as to_name, t.warehouse_code as to_code, t.area_code as to_area, t.address as to_address,
      r.name as to_keeper
    from waybill b
    join warehouse w on w.id = b.from_warehouse_id
    left join factory f on f.id = w.factory_id
    left join dealer o on o.id = w.dealer_id
    left join enterprise e on w.factory_id is null and w.dealer_id is null
    left join account k on k.id = w.keeper_id
    left join dealer d on d.id = b.to_dealer_id
    left join ship_to s on s.id = b.ship_to_id
    left join warehouse t on t.id = b.to_warehouse_id
    left join account r on r.id = t.keeper_id
    where b.id = ${waybillId}`;
  if (!row) return { from: [], to: [] };
  const from = [
    row.company,
    named(row.from_name, row.from_code),
    placed(row.from_area, row.from_address) ?? placed(row.company_area, row.company_address),
    joined(row.from_keeper ?? row.company_contact, row.company_phone),
  ];
  const to = [
    named(row.dealer_name, row.dealer_code),
    named(row.ship_to_name, row.ship_to_code),
    named(row.to_name, row.to_code),
    placed(row.area, row.address) ?? placed(row.to_area, row.to_address),
    joined(row.contact ?? row.to_keeper, row.phone),
  ];
  return { from: from.filter(isSaid), to: seesReceiver ? to.filter(isSaid) : [] };
}

const isSaid = (line: string | null): line is string => line !== null && line !== '';
const joined = (...parts: readonly (string | null)[]) => parts.filter(isSaid).join('  ');
const named = (name: string | null, code: string | null) => (name === null ? null : `${name} (${code ?? ''})`);
const placed = (area: string | null, address: string | null) =>
  area === null && address === null ? null : joined(area && areaName(area), address);
