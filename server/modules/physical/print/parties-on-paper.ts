import type { Kysely } from 'kysely';
import { areaName } from '#platform/areas/areas.ts';
import type { Schema } from '#platform/database/schema.ts';

/** Who a waybill goes from and to as its papers tell it, line by line: name, place, address, and how to reach them. */
export interface PaperParties {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** The names on a waybill, which its readers know though they may not see the warehouses themselves. */
interface Named {
  readonly id: number;
  readonly from_warehouse_name: string | null;
  readonly from_warehouse_code: string | null;
  readonly to_warehouse_name: string | null;
  readonly to_warehouse_code: string | null;
}

/**
 * The parties of a waybill, with as much of their data as `db` shows, which is the database of whoever prints. The company of a
 * warehouse is its owner; goods for a ship-to party go to its address.
 */
export async function partiesOnPaper(db: Kysely<Schema>, waybill: Named): Promise<PaperParties> {
  const [sender, receiver] = await Promise.all([senderOf(db, waybill.id), receiverOf(db, waybill.id)]);
  const from = [
    sender?.company,
    named(waybill.from_warehouse_name, waybill.from_warehouse_code),
    placed(sender?.area_code, sender?.address) ?? placed(sender?.company_area, sender?.company_address),
    joined(sender?.keeper ?? sender?.contact, sender?.phone),
  ];
  const to = [
    named(receiver?.dealer_name, receiver?.dealer_code),
    named(receiver?.ship_to_name, receiver?.ship_to_code),
    named(waybill.to_warehouse_name, waybill.to_warehouse_code),
    named(receiver?.factory_name, receiver?.factory_code),
    receiver?.receiver,
    receiver?.receiver_address ??
      placed(receiver?.ship_to_area, receiver?.ship_to_address) ??
      placed(receiver?.factory_area, receiver?.factory_address) ??
      placed(receiver?.dealer_area, receiver?.dealer_address) ??
      placed(receiver?.area_code, receiver?.address),
    joined(
      receiver?.ship_to_contact ?? receiver?.dealer_contact ?? receiver?.factory_contact ?? receiver?.keeper,
      receiver?.ship_to_phone ?? receiver?.dealer_phone ?? receiver?.factory_phone ?? receiver?.receiver_phone,
    ),
  ];
  return { from: from.filter(isSaid), to: to.filter(isSaid) };
}

async function senderOf(db: Kysely<Schema>, id: number) {
  const row = await db
    .selectFrom('waybill as b')
    .leftJoin('warehouse as w', 'w.id', 'b.from_warehouse_id')
    .leftJoin('account as k', 'k.id', 'w.keeper_id')
    .leftJoin('factory as f', 'f.id', 'w.factory_id')
    .leftJoin('dealer as d', 'd.id', 'w.dealer_id')
    .select(['w.id as own', 'w.factory_id', 'w.dealer_id', 'w.area_code', 'w.address', 'k.name as keeper'])
    .select(['f.factory_name', 'f.contact as f_contact', 'f.phone as f_phone', 'f.area_code as f_area'])
    .select(['f.address as f_address', 'd.dealer_name', 'd.contact as d_contact', 'd.phone as d_phone'])
    .select(['d.area_code as d_area', 'd.address as d_address'])
    .where('b.id', '=', id)
    .executeTakeFirst();
  // Whose the warehouse is, only those learn who may see it.
  if (!row || row.own === null) return undefined;
  const { area_code, address, keeper } = row;
  const place = { area_code, address, keeper };
  if (row.factory_id !== null)
    return {
      ...place,
      ...{ company: row.factory_name, contact: row.f_contact, phone: row.f_phone },
      ...{ company_area: row.f_area, company_address: row.f_address },
    };
  if (row.dealer_id !== null)
    return {
      ...place,
      ...{ company: row.dealer_name, contact: row.d_contact, phone: row.d_phone },
      ...{ company_area: row.d_area, company_address: row.d_address },
    };
  const enterprise = await db
    .selectFrom('enterprise')
    .select([
      'enterprise_name as company',
      'contact',
      'phone',
      'area_code as company_area',
      'address as company_address',
    ])
    .executeTakeFirst();
  return { ...place, ...(enterprise ?? noCompany) };
}

const noCompany = { company: null, contact: null, phone: null, company_area: null, company_address: null };

const receiverOf = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('waybill as b')
    .leftJoin('dealer as d', 'd.id', 'b.to_dealer_id')
    .leftJoin('ship_to as s', 's.id', 'b.ship_to_id')
    .leftJoin('warehouse as w', 'w.id', 'b.to_warehouse_id')
    .leftJoin('account as k', 'k.id', 'w.keeper_id')
    .leftJoin('factory as f', 'f.id', 'b.to_factory_id')
    .select(['b.receiver', 'b.receiver_phone', 'b.receiver_address', 'f.factory_name', 'f.factory_code'])
    .select(['f.contact as factory_contact', 'f.phone as factory_phone', 'f.area_code as factory_area'])
    .select('f.address as factory_address')
    .select(['d.dealer_name', 'd.dealer_code', 'd.contact as dealer_contact', 'd.phone as dealer_phone'])
    .select(['d.area_code as dealer_area', 'd.address as dealer_address', 's.ship_to_name', 's.ship_to_code'])
    .select(['s.contact as ship_to_contact', 's.phone as ship_to_phone', 's.area_code as ship_to_area'])
    .select(['s.address as ship_to_address', 'w.area_code', 'w.address', 'k.name as keeper'])
    .where('b.id', '=', id)
    .executeTakeFirst();

type Word = string | null | undefined;
const isSaid = (line: Word): line is string => line !== null && line !== undefined && line !== '';
const joined = (...parts: readonly Word[]) => parts.filter(isSaid).join('  ');
const named = (name: Word, code: Word) => (isSaid(name) ? `${name} (${code ?? ''})` : null);
const placed = (area: Word, address: Word) =>
  isSaid(area) || isSaid(address) ? joined(isSaid(area) ? areaName(area) : null, address) : undefined;
