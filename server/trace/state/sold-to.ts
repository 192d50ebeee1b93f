import type { PlaceKind } from '@suyuan/contract/trace/states.ts';
import type { Connection } from '#platform/database/database.ts';
import { type CodeRecords, readCodes } from './code-records.ts';
import { type DealersPart, noDealer } from './genuine-step.ts';

/** The dealer that goods were sold to. */
export interface Sold {
  readonly dealerId: number;
  readonly shippedAt: Date;
  /** Codes of the areas where the dealer, or a dealer above it, may sell; empty if none are known. */
  readonly areas: readonly string[];
}

/** The kind of place where goods are, by events: that of the outermost package around them, and since when. */
export interface Whereabouts {
  readonly kind: PlaceKind;
  readonly since: Date;
  /** What dealers have to do with the goods there. */
  readonly part: DealersPart;
}

/** Where a code is, and to whom it was sold. */
export interface CodeWhereabouts {
  readonly at: Whereabouts | null;
  readonly sold: Sold | null;
}

/** Maps waybills to the dealers that they go to. Provided by the module that keeps waybills. */
export type WaybillDealers = (sql: Connection, waybills: readonly number[]) => Promise<ReadonlyMap<number, number>>;

const nobody: WaybillDealers = async () => new Map();

/** Where codes are, and to whom they were sold; `records` has those of the codes. */
export async function whereaboutsOf(
  sql: Connection,
  records: CodeRecords,
  codes: readonly number[],
  waybillDealers: WaybillDealers = nobody,
): Promise<Map<number, CodeWhereabouts>> {
  const places = new Map<number, { placeId: number; since: Date }>();
  for (const code of codes) {
    const record = records.get(code);
    if (record?.life !== 'active') continue;
    const placeId = records.placeOf(record);
    if (placeId !== null) places.set(code, { placeId, since: new Date(records.outermostOf(record).lastAt) });
  }
  const { kinds, dealers } = await holdersOf(
    sql,
    [...places.values()].map(({ placeId }) => placeId),
    waybillDealers,
  );
  const areas = await areasOfSale(sql, [...new Set(dealers.values())]);
  return new Map(
    [...places].map(([code, { placeId, since }]) => {
      const place = kinds.get(placeId);
      const dealerId = dealers.get(placeId);
      const sold = dealerId === undefined ? null : { dealerId, shippedAt: since, areas: areas.get(dealerId) ?? [] };
      const part = { ...noDealer, fromDealer: place?.of_dealer === true, toDealer: dealerId !== undefined };
      return [code, { at: place ? { kind: place.kind, since, part } : null, sold }];
    }),
  );
}

/** The kind of each place, and the dealer that it belongs to. */
export async function holdersOf(
  sql: Connection,
  placeIds: readonly number[],
  waybillDealers: WaybillDealers = nobody,
): Promise<{ readonly kinds: ReadonlyMap<number, Place>; readonly dealers: ReadonlyMap<number, number> }> {
  const kinds = await kindsOf(sql, [...new Set(placeIds)]);
  return { kinds, dealers: await dealersOf(sql, kinds, waybillDealers) };
}

/** The dealers that codes were sold to; codes that were not sold, as far as is known, are left out. */
export async function soldTo(
  sql: Connection,
  codes: readonly number[],
  waybillDealers: WaybillDealers = nobody,
): Promise<Map<number, Sold>> {
  const whereabouts = await whereaboutsOf(sql, await readCodes(sql, codes), codes, waybillDealers);
  return new Map([...whereabouts].flatMap(([code, { sold }]) => (sold ? [[code, sold] as const] : [])));
}

interface Place {
  readonly kind: PlaceKind;
  readonly ref_id: number;
  /** A warehouse of a dealer. */
  readonly of_dealer: boolean;
}

async function kindsOf(sql: Connection, ids: readonly number[]): Promise<Map<number, Place>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<({ id: number } & Place)[]>`
    select p.id, p.kind, p.ref_id, w.dealer_id is not null as of_dealer
    from place p left join warehouse w on p.kind = 'warehouse' and w.id = p.ref_id
    where p.id = any(${ids as number[]}::bigint[])`;
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

/** The dealer of each place: itself, that of a ship-to party, or the one that a waybill goes to. */
async function dealersOf(
  sql: Connection,
  places: ReadonlyMap<number, Place>,
  waybillDealers: WaybillDealers,
): Promise<Map<number, number>> {
  const refs = (kind: string) => [...places.values()].flatMap((place) => (place.kind === kind ? [place.ref_id] : []));
  const [shipTos, waybills] = [refs('ship_to'), refs('waybill')];
  const rows =
    shipTos.length === 0
      ? []
      : await sql<{ id: number; dealer_id: number }[]>`
          select id, dealer_id from ship_to where id = any(${shipTos}::bigint[])`;
  const ofShipTo = new Map(rows.map(({ id, dealer_id }) => [id, dealer_id]));
  const ofWaybill = waybills.length === 0 ? new Map<number, number>() : await waybillDealers(sql, waybills);
  const dealerOf = ({ kind, ref_id }: Place) =>
    ({ dealer: ref_id, ship_to: ofShipTo.get(ref_id), waybill: ofWaybill.get(ref_id) })[kind as string];
  return new Map(
    [...places].flatMap(([id, place]) => {
      const dealer = dealerOf(place);
      return dealer === undefined ? [] : [[id, dealer] as const];
    }),
  );
}

/** How many levels of dealers are followed, as a guard against cycles. */
const highest = 6;

/** Codes of the areas where each dealer, or a dealer above it, may sell. */
export async function areasOfSale(sql: Connection, dealers: readonly number[]): Promise<Map<number, string[]>> {
  const parents = new Map<number, number | null>();
  for (let level = 0, ids = [...dealers]; ids.length > 0 && level < highest; level++) {
    const rows = await sql<{ id: number; parent_id: number | null }[]>`
      select id, parent_id from dealer where id = any(${ids}::bigint[])`;
    for (const { id, parent_id } of rows) parents.set(id, parent_id);
    ids = rows.flatMap(({ parent_id }) => (parent_id === null || parents.has(parent_id) ? [] : [parent_id]));
  }
  if (parents.size === 0) return new Map();
  const areaRows = await sql<{ dealer_id: number; area_code: string }[]>`
    select dealer_id, area_code from dealer_area where dealer_id = any(${[...parents.keys()]}::bigint[])`;
  const areas = Map.groupBy(areaRows, ({ dealer_id }) => dealer_id);
  return new Map(
    dealers.map((dealer) => {
      const line = lineOf(dealer, parents);
      return [dealer, line.flatMap((id) => (areas.get(id) ?? []).map(({ area_code }) => area_code)).sort()];
    }),
  );
}

/** A dealer and those above it. */
export function lineOf(dealer: number, parents: ReadonlyMap<number, number | null>): number[] {
  const line = [dealer];
  for (let above = parents.get(dealer); above && !line.includes(above); above = parents.get(above)) line.push(above);
  return line;
}
