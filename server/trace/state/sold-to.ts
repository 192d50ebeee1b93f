import type { Connection } from '../../platform/database/database.ts';
import { Ledger } from './ledger.ts';

/** Whom goods were sold to. */
export interface Sold {
  readonly dealerId: number;
  readonly shippedAt: Date;
  /** Where the dealer may sell, and those above it: codes of areas. None are none that are known. */
  readonly areas: readonly string[];
}

/** What goods are at, as acts tell it: the place of the outermost thing that they lie in, and since when. */
export interface Whereabouts {
  readonly kind: string;
  readonly since: Date;
}

export interface Found {
  readonly at: Whereabouts | null;
  readonly sold: Sold | null;
}

/** Tells whom waybills go to. The branch that keeps waybills provides it. */
export type WaybillDealers = (sql: Connection, waybills: readonly number[]) => Promise<ReadonlyMap<number, number>>;

const nobody: WaybillDealers = async () => new Map();

/** Where codes are that have been read, and to whom they were sold. */
export async function whereaboutsOf(
  sql: Connection,
  ledger: Ledger,
  codes: readonly number[],
  waybillDealers: WaybillDealers = nobody,
): Promise<Map<number, Found>> {
  const places = new Map<number, { placeId: number; since: Date }>();
  for (const code of codes) {
    const record = ledger.get(code);
    if (record?.life !== 'active') continue;
    const outermost = ledger.above(record).at(-1) ?? record;
    const placeId = ledger.placeOf(record);
    if (placeId !== null) places.set(code, { placeId, since: new Date(outermost.lastAt) });
  }
  const { kinds, dealers } = await holdersOf(
    sql,
    [...places.values()].map(({ placeId }) => placeId),
    waybillDealers,
  );
  const areas = await areasOfSale(sql, [...new Set(dealers.values())]);
  return new Map(
    [...places].map(([code, { placeId, since }]) => {
      const kind = kinds.get(placeId)?.kind ?? '';
      const dealerId = dealers.get(placeId);
      const sold = dealerId === undefined ? null : { dealerId, shippedAt: since, areas: areas.get(dealerId) ?? [] };
      return [code, { at: { kind, since }, sold }];
    }),
  );
}

/** Of what kind places are, and the dealer who stands behind each of them. */
export async function holdersOf(
  sql: Connection,
  placeIds: readonly number[],
  waybillDealers: WaybillDealers = nobody,
): Promise<{ readonly kinds: ReadonlyMap<number, Place>; readonly dealers: ReadonlyMap<number, number> }> {
  const kinds = await kindsOf(sql, [...new Set(placeIds)]);
  return { kinds, dealers: await dealersOf(sql, kinds, waybillDealers) };
}

/** Whom codes were sold to; one that was sold to nobody, or of which nobody knows, is not in it. */
export async function soldTo(
  sql: Connection,
  codes: readonly number[],
  waybillDealers: WaybillDealers = nobody,
): Promise<Map<number, Sold>> {
  const ledger = new Ledger(sql);
  await ledger.read(codes);
  const found = await whereaboutsOf(sql, ledger, codes, waybillDealers);
  return new Map([...found].flatMap(([code, { sold }]) => (sold ? [[code, sold] as const] : [])));
}

interface Place {
  readonly kind: string;
  readonly ref_id: number;
}

async function kindsOf(sql: Connection, ids: readonly number[]): Promise<Map<number, Place>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<({ id: number } & Place)[]>`
    select id, kind, ref_id from place where id = any(${ids as number[]}::bigint[])`;
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

/** The dealer that stands behind each place. */
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
    ({ dealer: ref_id, ship_to: ofShipTo.get(ref_id), waybill: ofWaybill.get(ref_id) })[kind];
  return new Map(
    [...places].flatMap(([id, place]) => {
      const dealer = dealerOf(place);
      return dealer === undefined ? [] : [[id, dealer] as const];
    }),
  );
}

/** Dealers above dealers: more is a circle. */
const highest = 6;

/** Where dealers may sell, and those above them. */
export async function areasOfSale(sql: Connection, dealers: readonly number[]): Promise<Map<number, string[]>> {
  const parents = new Map<number, number | null>();
  for (let level = 0, asked = [...dealers]; asked.length > 0 && level < highest; level++) {
    const rows = await sql<{ id: number; parent_id: number | null }[]>`
      select id, parent_id from dealer where id = any(${asked}::bigint[])`;
    for (const { id, parent_id } of rows) parents.set(id, parent_id);
    asked = rows.flatMap(({ parent_id }) => (parent_id === null || parents.has(parent_id) ? [] : [parent_id]));
  }
  if (parents.size === 0) return new Map();
  const sold = await sql<{ dealer_id: number; area_code: string }[]>`
    select dealer_id, area_code from dealer_area where dealer_id = any(${[...parents.keys()]}::bigint[])`;
  const own = Map.groupBy(sold, ({ dealer_id }) => dealer_id);
  return new Map(
    dealers.map((dealer) => {
      const line = lineOf(dealer, parents);
      return [dealer, line.flatMap((id) => (own.get(id) ?? []).map(({ area_code }) => area_code)).sort()];
    }),
  );
}

/** A dealer and those above it. */
export function lineOf(dealer: number, parents: ReadonlyMap<number, number | null>): number[] {
  const line = [dealer];
  for (let above = parents.get(dealer); above && !line.includes(above); above = parents.get(above)) line.push(above);
  return line;
}
