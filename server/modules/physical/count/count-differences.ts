import type { CountDifference } from '@suyuan/contract/physical/stock/stock-count.ts';
import type { Stock } from '@suyuan/contract/trace/states.ts';
import type { Connection } from '#platform/database/database.ts';
import { type CodeRecord, unitsOf } from '#trace/state/code-record.ts';
import { goodsAt } from '#trace/state/goods-at.ts';
import { Ledger } from '#trace/state/ledger.ts';
import { type CountedPlace, isCounted } from './counted-place.ts';

/** A package or unit that is not where the records say. */
export interface FoundDifference {
  readonly code: number;
  readonly kind: CountDifference;
  readonly units: number;
  readonly productId: number | null;
  readonly lotId: number | null;
  /** Where it is by the records. */
  readonly placeId: number | null;
  readonly stock: Stock;
}

interface Comparison {
  readonly expected: number;
  readonly seen: number;
  readonly differences: readonly FoundDifference[];
}

/**
 * Compares what was scanned with what lies there by the records. Goods that something happened to since the count began, or since
 * they were scanned, are no differences: whoever moved, loaded, received or packed them had them in hand.
 */
export async function compared(
  sql: Connection,
  place: CountedPlace,
  scans: ReadonlyMap<number, number>,
  startedAt: number,
): Promise<Comparison> {
  const ledger = new Ledger(sql);
  const standing = await goodsAt(sql, place.places, place);
  await ledger.read([...scans.keys(), ...standing.map(({ code }) => code)]);
  await ledger.readPlaces();
  const opened = new Opened(ledger, scans, startedAt);
  const missing: CodeRecord[] = [];
  for (const { code } of standing) missing.push(...(await opened.missingIn(ledger.of(code))));
  const differences = [
    ...missing.map((record) => difference(ledger, 'missing', record)),
    ...[...scans].flatMap(([code, at]) => unexpected(ledger, place, scans, ledger.get(code), at)),
  ];
  const expected = standing.reduce((sum, { units }) => sum + units, 0);
  const lacking = missing.reduce((sum, record) => sum + unitsOf(record), 0);
  const extra = differences.reduce((sum, { kind, units }) => sum + (kind === 'missing' ? 0 : units), 0);
  return { expected, seen: expected - lacking + extra, differences };
}

const difference = (ledger: Ledger, kind: CountDifference, record: CodeRecord): FoundDifference => ({
  code: record.id,
  kind,
  units: unitsOf(record),
  productId: record.productId,
  lotId: record.lotId,
  placeId: ledger.placeOf(record),
  stock: ledger.stockOf(record),
});

/** What was not seen of packages that should be there: they are opened only where something in them was scanned. */
class Opened {
  readonly #ledger: Ledger;
  readonly #scans: ReadonlyMap<number, number>;
  readonly #startedAt: number;
  /** Packages around scanned codes. */
  readonly #around = new Set<number>();

  constructor(ledger: Ledger, scans: ReadonlyMap<number, number>, startedAt: number) {
    this.#ledger = ledger;
    this.#scans = scans;
    this.#startedAt = startedAt;
    for (const code of scans.keys()) {
      const record = ledger.get(code);
      for (const { id } of record ? ledger.above(record) : []) this.#around.add(id);
    }
  }

  async missingIn(record: CodeRecord): Promise<CodeRecord[]> {
    if (this.#scans.has(record.id) || lastHandled(record) >= this.#startedAt) return [];
    if (!this.#around.has(record.id)) return [record];
    await this.#ledger.readContents([record.id]);
    const missing: CodeRecord[] = [];
    for (const child of this.#ledger.childrenOf(record.id)) missing.push(...(await this.missingIn(child)));
    return missing;
  }
}

/** When somebody last had goods in hand: by an event that names them, or that packed them. */
export const lastHandled = ({ namedBy, contents, packedBy }: CodeRecord): number =>
  Math.max(namedBy?.at ?? 0, contents?.packedBy.at ?? 0, packedBy?.at ?? 0);

/** Whether a scanned code is not there by the records; none if it is, if it has gone since, or if its package was scanned. */
function unexpected(
  ledger: Ledger,
  place: CountedPlace,
  scans: ReadonlyMap<number, number>,
  record: CodeRecord | undefined,
  scannedAt: number,
): FoundDifference[] {
  if (!record) return [];
  const above = ledger.above(record);
  if (above.some(({ id }) => scans.has(id))) return [];
  const [placeId, stock] = [ledger.placeOf(record), ledger.stockOf(record)];
  if (stock === 'at_place' && place.places.includes(placeId ?? 0)) return [];
  if ([record, ...above].some((one) => lastHandled(one) > scannedAt)) return [];
  // What is not asked about may lie there, too.
  if (record.productId !== null && !isCounted(place, record)) return [];
  const isFound = stock === 'lost' && ledger.waybillOf(record) === null;
  const kind = isFound ? 'found' : stock === 'at_place' ? 'elsewhere' : 'unexpected';
  return [difference(ledger, kind, record)];
}
