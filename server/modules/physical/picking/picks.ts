import type { Connection } from '#platform/database/database.ts';
import { lotsToLoad } from '#trace/capture/context/lots-to-load.ts';
import { goodsAt, type StandingCode } from '#trace/state/goods-at.ts';
import { Ledger } from '#trace/state/ledger.ts';
import { isPutAside } from '#trace/state/rejected-units.ts';
import { factsOf } from '../waybill/waybill-facts.serve.ts';

/** A package to fetch, with the units to take out of it. */
interface PickedCode {
  readonly lineId: number;
  readonly code: number;
  readonly level: number;
  readonly units: number;
  readonly of: number;
  readonly productId: number;
  readonly lotNo: string;
  readonly expiry: string | null;
  readonly placeId: number;
}

interface Picks {
  readonly picked: readonly PickedCode[];
  /** Units that no package has, by line. */
  readonly short: readonly { readonly lineId: number; readonly productId: number; readonly units: number }[];
}

/** A package in stock that may be fetched, with the units of it that are not picked yet. */
interface Candidate {
  readonly standing: StandingCode;
  readonly placeId: number;
  left: number;
}

/**
 * What to fetch for the open lines of a waybill: lots in the order in which they should leave, whole packages first, the largest
 * before others, place by place. Held and rejected goods and those on waybills are left where they are.
 */
export async function picksFor(sql: Connection, waybillId: number, timeZone: string): Promise<Picks> {
  const waybill = (await factsOf(sql, [waybillId])).get(waybillId);
  const lines = (waybill?.lines ?? []).filter(({ loaded, quantity }) => loaded < quantity);
  if (!waybill || lines.length === 0) return { picked: [], short: [] };
  const products = [...new Set(lines.map(({ productId }) => productId))];
  const free = (await lotsToLoad(sql, [waybill], products, { timeZone }))(waybill);
  const candidates = await candidatesIn(
    sql,
    waybill.fromPlaces,
    free.map(({ id }) => id),
    waybill.takesHeld,
  );
  const picked: PickedCode[] = [];
  const short: Picks['short'][number][] = [];
  // Lines with a lot come first, so that they get theirs.
  for (const line of lines.toSorted((a, b) => Number(a.lot === null) - Number(b.lot === null))) {
    let rest = line.quantity - line.loaded;
    for (const lot of free) {
      if (lot.productId !== line.productId || (line.lot !== null && line.lot !== lot.lotNo)) continue;
      for (const { from, units } of taken(candidates.get(lot.id) ?? [], rest)) {
        rest -= units;
        const { code, level, units: of } = from.standing;
        const goods = { productId: line.productId, lotNo: lot.lotNo, expiry: lot.expiry };
        picked.push({ lineId: line.id, code, level, units, of, ...goods, placeId: from.placeId });
      }
    }
    if (rest > 0) short.push({ lineId: line.id, productId: line.productId, units: rest });
  }
  return { picked, short };
}

/** Takes up to so many units: of packages that fit whole, and at last a part of the smallest that does not. */
function taken(candidates: readonly Candidate[], wanted: number): { from: Candidate; units: number }[] {
  const picks: { from: Candidate; units: number }[] = [];
  let rest = wanted;
  for (const from of candidates) {
    if (from.left === 0 || from.left > rest || from.left < from.standing.units) continue;
    picks.push({ from, units: from.left });
    rest -= from.left;
    from.left = 0;
  }
  for (const from of candidates.toReversed()) {
    if (rest === 0) break;
    const units = Math.min(rest, from.left);
    if (units === 0) continue;
    picks.push({ from, units });
    rest -= units;
    from.left -= units;
  }
  return picks;
}

/** The packages of lots that may be fetched, largest first, full ones before remainders, place by place. */
async function candidatesIn(
  sql: Connection,
  places: readonly number[],
  lots: readonly number[],
  takesHeld: boolean,
): Promise<ReadonlyMap<number, Candidate[]>> {
  const standing = await goodsAt(sql, places, { lots });
  const ledger = new Ledger(sql);
  await ledger.read(standing.map(({ code }) => code));
  await ledger.readHeld();
  const candidates = standing.flatMap((one): (Candidate & { readonly lotId: number })[] => {
    const record = ledger.of(one.code);
    const isHeld = ledger.heldBy(record) !== undefined || ledger.heldWithin(record) !== undefined;
    const mayLeave = takesHeld || !(isHeld || isPutAside(record));
    if (one.lotId === null || ledger.waybillOf(record) !== null || !mayLeave) return [];
    return [{ standing: one, lotId: one.lotId, placeId: ledger.placeOf(record) as number, left: one.units }];
  });
  const order = (id: number) => places.indexOf(id);
  candidates.sort(
    (a, b) =>
      b.standing.level - a.standing.level ||
      Number(b.standing.complete) - Number(a.standing.complete) ||
      order(a.placeId) - order(b.placeId) ||
      b.standing.units - a.standing.units ||
      a.standing.code - b.standing.code,
  );
  return Map.groupBy(candidates, ({ lotId }) => lotId);
}
