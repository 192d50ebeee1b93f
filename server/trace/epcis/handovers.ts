import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import type { PlaceRef } from '../places.ts';

/** Who owns goods, or has them. */
export type PartyRef = 'enterprise' | { readonly kind: 'factory' | 'dealer'; readonly ref: number };

/** One end of a handover. The enterprise owns what its factories have; a dealer owns what it has. */
export interface HandoverSide {
  readonly owner: PartyRef;
  readonly possessor: PartyRef;
  readonly location: PlaceRef;
}

/** What a document (a waybill or a return) states about the goods that change hands by it. */
export interface Handover {
  readonly no: string;
  readonly from: HandoverSide;
  /** Null for a receiver who is known by name only, as of samples and scrap. */
  readonly to: HandoverSide | null;
}

interface WarehouseOwner {
  readonly factory_id: number | null;
  readonly dealer_id: number | null;
}

interface WaybillRow extends WarehouseOwner {
  readonly id: number;
  readonly waybill_no: string;
  readonly from_warehouse_id: number;
  readonly to_dealer_id: number | null;
  readonly ship_to_id: number | null;
  readonly to_warehouse_id: number | null;
  readonly to_factory_id: number | null;
  /** The owner of the warehouse that it goes to. */
  readonly to_factorys_id: number | null;
  readonly to_dealers_id: number | null;
}

/** The handovers of waybills, by id. */
export async function handoversOfWaybills(sql: Connection, ids: readonly number[]): Promise<Map<number, Handover>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<WaybillRow[]>`
    select w.id, w.waybill_no, w.from_warehouse_id, f.factory_id, f.dealer_id, w.to_dealer_id, w.ship_to_id,
      w.to_warehouse_id, w.to_factory_id, t.factory_id as to_factorys_id, t.dealer_id as to_dealers_id
    from waybill w join warehouse f on f.id = w.from_warehouse_id left join warehouse t on t.id = w.to_warehouse_id
    where w.id ${among(sql, ids)}`;
  return new Map(
    rows.map((row) => [
      row.id,
      { no: row.waybill_no, from: sideOfWarehouse(row.from_warehouse_id, row), to: receiverOf(row) },
    ]),
  );
}

function receiverOf(row: WaybillRow): HandoverSide | null {
  const { to_dealer_id, ship_to_id, to_warehouse_id, to_factory_id, to_factorys_id, to_dealers_id } = row;
  if (to_warehouse_id !== null) {
    return sideOfWarehouse(to_warehouse_id, { factory_id: to_factorys_id, dealer_id: to_dealers_id });
  }
  if (to_factory_id !== null) {
    const factory = { kind: 'factory', ref: to_factory_id } as const;
    return { owner: 'enterprise', possessor: factory, location: factory };
  }
  if (to_dealer_id === null) return null;
  return sideOfDealer(to_dealer_id, ship_to_id === null ? undefined : { kind: 'ship_to', ref: ship_to_id });
}

/** The handovers of returns, by id. */
export async function handoversOfReturns(sql: Connection, ids: readonly number[]): Promise<Map<number, Handover>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<
    (WarehouseOwner & { id: number; refund_no: string; warehouse_id: number; returned_by: number })[]
  >`
    select r.id, r.refund_no, r.warehouse_id, r.dealer_id as returned_by, w.factory_id, w.dealer_id
    from refund r join warehouse w on w.id = r.warehouse_id where r.id ${among(sql, ids)}`;
  return new Map(
    rows.map((row) => [
      row.id,
      { no: row.refund_no, from: sideOfDealer(row.returned_by), to: sideOfWarehouse(row.warehouse_id, row) },
    ]),
  );
}

const sideOfDealer = (id: number, location: PlaceRef = { kind: 'dealer', ref: id }): HandoverSide => {
  const dealer = { kind: 'dealer', ref: id } as const;
  return { owner: dealer, possessor: dealer, location };
};

function sideOfWarehouse(id: number, { factory_id, dealer_id }: WarehouseOwner): HandoverSide {
  const location = { kind: 'warehouse', ref: id } as const;
  if (dealer_id !== null) return sideOfDealer(dealer_id, location);
  const possessor = factory_id === null ? 'enterprise' : ({ kind: 'factory', ref: factory_id } as const);
  return { owner: 'enterprise', possessor, location };
}
