import type { BoxCode } from '@suyuan/contract/physical/stock.ts';
import type { WaybillCode, WaybillLine } from '@suyuan/contract/physical/waybill.ts';

/** What was scanned of goods that arrive, as far as it matters here. */
export type Scanned = Pick<BoxCode, 'code' | 'units' | 'product_code' | 'lot' | 'lies_in'>;

type Line = Pick<WaybillLine, 'id' | 'product_code' | 'lot' | 'loaded' | 'received'>;

/** A line with the units that are still to arrive, and those of them that were scanned. */
export type Counted<One extends Line> = One & { readonly due: number; readonly scanned: number };

/** Drops codes whose package was scanned as well: their units are counted with it. */
const outermost = <One extends Scanned>(goods: readonly One[]): One[] => {
  const packages = new Map(goods.map((one) => [one.code, one.lies_in]));
  const isInside = (around: string | null): boolean =>
    around !== null && (packages.has(around) || isInside(packages.get(around) ?? null));
  return goods.filter(({ lies_in }) => !isInside(lies_in));
};

/** Counts scanned goods by the lines of their waybill: those for their lot first, and full lines last. */
export function countArrived<One extends Line>(
  lines: readonly One[],
  goods: readonly Scanned[],
): { readonly lines: readonly Counted<One>[]; readonly missing: number } {
  const counts = new Map(lines.map(({ id, loaded, received }) => [id, { due: loaded - received, scanned: 0 }]));
  const byLot = lines.toSorted((one, other) => Number(one.lot === null) - Number(other.lot === null));
  // Units of packages with several products, of which it is not known here for which lines they count.
  let mixedUnits = 0;
  for (const { units, product_code, lot } of outermost(goods)) {
    if (product_code === null) mixedUnits += units;
    const fitting = byLot
      .filter((line) => line.product_code === product_code && (line.lot === null || line.lot === lot))
      .map(({ id }) => counts.get(id) as { due: number; scanned: number });
    const count = fitting.find((one) => one.scanned + units <= one.due) ?? fitting[0];
    if (count) count.scanned += units;
  }
  const arrivals = lines.map((line) => ({ ...line, ...(counts.get(line.id) as { due: number; scanned: number }) }));
  const shortfall = arrivals.reduce((sum, { due, scanned }) => sum + Math.max(0, due - scanned), 0);
  return { lines: arrivals, missing: Math.max(0, shortfall - mixedUnits) };
}

/** The codes of a waybill that are still to arrive, and of which nothing was scanned. */
export function notScanned(codes: readonly WaybillCode[], goods: readonly Scanned[]): WaybillCode[] {
  const keys = new Set(goods.flatMap(({ code, lies_in }) => [code, lies_in]));
  return codes.filter(({ code, units, received }) => received < units && !keys.has(code));
}
