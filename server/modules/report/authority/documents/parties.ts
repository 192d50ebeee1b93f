import { areaName } from '#platform/areas/areas.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Lacks } from '../prepared.ts';

/** An owner of goods, or a place of goods. */
export interface Party {
  readonly name: string | null;
  readonly phone: string | null;
  readonly area_code: string | null;
  readonly address: string | null;
}

interface OwnedPlace extends Party {
  readonly warehouse_name: string;
  readonly owner: 'enterprise' | 'factory' | 'dealer';
  readonly owner_area_code: string | null;
  readonly owner_address: string | null;
}

const screens = { enterprise: 'enterprise', factory: 'plantlist', dealer: 'dealer' } as const;
export type Owner = keyof typeof screens;

export async function enterpriseParty(sql: Connection): Promise<Party> {
  const [row] = await sql<Party[]>`select enterprise_name as name, phone, area_code, address from enterprise`;
  return row ?? { name: null, phone: null, area_code: null, address: null };
}

/** The owner of a warehouse, with the addresses of both. */
export async function warehouseParty(sql: Connection, id: number): Promise<OwnedPlace> {
  const [row] = await sql<OwnedPlace[]>`
    select w.warehouse_name, coalesce(f.factory_name, d.dealer_name, e.enterprise_name) as name,
      case when f.id is not null then 'factory' when d.id is not null then 'dealer' else 'enterprise' end as owner,
      case when f.id is not null then f.phone when d.id is not null then d.phone else e.phone end as phone,
      w.area_code, w.address,
      case when f.id is not null then f.area_code when d.id is not null then d.area_code else e.area_code end as owner_area_code,
      case when f.id is not null then f.address when d.id is not null then d.address else e.address end as owner_address
    from warehouse w
    left join factory f on f.id = w.factory_id
    left join dealer d on d.id = w.dealer_id
    left join enterprise e on true
    where w.id = ${id}`;
  return row as OwnedPlace;
}

export const addressOf = ({ area_code, address }: Pick<Party, 'area_code' | 'address'>): string =>
  [area_code ? areaName(area_code) : '', address ?? ''].filter((part) => part !== '').join(' ');

/** Notes the required facts that a party lacks: its name, street, and phone number if required. */
export function requireParty(
  lacks: Lacks,
  owner: Owner,
  party: Party,
  fields: readonly ('name' | 'phone' | 'address')[],
) {
  for (const field of fields) {
    if (!party[field]?.trim()) lacks.add(`${owner}.${field}`, screens[owner], party.name ?? '');
  }
}

/** A location description after 21 CFR 1.1310: business name, phone number and address. */
export const locationOf = (party: Party, place?: string): string =>
  [[party.name, place].filter(Boolean).join(', '), party.phone ?? '', addressOf(party)]
    .filter((part) => part !== '')
    .join('; ');
