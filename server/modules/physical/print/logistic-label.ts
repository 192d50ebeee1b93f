import { toGtin14 } from '@suyuan/codes/carrier/carrier.ts';
import { elementString, elementsInGroups, inGroups } from '#identity/print/gs1-text.ts';
import type { Page } from '#identity/print/paper.ts';
import { symbolOf } from '#identity/print/symbol.ts';
import type { PrintedPackage } from './printed-waybill.ts';

/**
 * The GS1 Logistic Label: sender and recipient at the top, the contents as text in the middle, barcodes at the bottom with the
 * SSCC as the lowest one. Module widths and bar heights follow the GS1 General Specifications. Lengths are in millimetres.
 */

export const labelPages = { a6: { width: 105, height: 148 }, a5: { width: 148, height: 210 } } as const;

const narrowestModule = 0.495;
const barHeight = 32;
/** The height of a symbol with its human-readable text. */
const rowHeight = barHeight + 6;
/** The minimum height for the texts above the symbols. */
const minWords = 24;
const margin = 4;
/** Smaller than the margin, since a symbol includes its quiet zone. */
const symbolMargin = 1;

export interface LabelFacts {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly waybillNo: string;
}

/** The label of a package; undefined if its code is not an SSCC. */
export function logisticLabel(
  one: PrintedPackage,
  { from, to, waybillNo }: LabelFacts,
  size: keyof typeof labelPages,
): Page | undefined {
  const sscc = elementString({ code: one.code, level: one.level, gtin: null });
  if (one.level < 3 || !sscc) return undefined;
  const { width, height } = labelPages[size];
  const inner = width - 2 * margin;
  const gtin = one.gtin && !one.mixed ? toGtin14(one.gtin) : null;
  const lot = one.mixed ? null : one.lot;
  const bars = barsOf({ sscc, gtin, units: one.units, lot }, { width, height });
  const barTop = height - margin - bars.length * rowHeight;
  const middle = (barTop - margin) / 2;
  const facts = [
    [`SSCC ${inGroups(one.code)}`, ...(gtin ? [`CONTENT ${inGroups(gtin)}`] : []), `COUNT ${one.units}`],
    [...(lot ? [`BATCH/LOT ${lot}`] : []), ...(one.product && !one.mixed ? [one.product] : [])],
  ];
  return {
    width,
    height,
    texts: [
      {
        box: { x: margin, y: margin, width: inner / 2 - 2, height: middle - 2 },
        size: 3.6,
        lines: from,
        align: 'left',
      },
      {
        box: { x: width / 2, y: margin, width: inner / 2, height: middle - 2 },
        size: 3.6,
        lines: [...to, waybillNo],
        align: 'left',
      },
      ...facts.map((lines, at) => ({
        box: { x: at === 0 ? margin : width / 2, y: margin + middle + 1, width: inner / 2 - 2, height: middle - 2 },
        size: 4.4,
        lines,
        align: 'left' as const,
      })),
      ...bars.map((text, at) => ({
        box: { x: margin, y: barTop + at * rowHeight + barHeight, width: inner, height: 5 },
        size: 3.4,
        lines: [elementsInGroups(text)],
      })),
    ],
    symbols: bars.map((text, at) => ({
      box: { x: symbolMargin, y: barTop + at * rowHeight, width: width - 2 * symbolMargin, height: barHeight },
      symbology: 'gs1-128' as const,
      text,
    })),
    rules: [margin + middle, barTop - 1],
  };
}

interface Said {
  readonly sscc: string;
  readonly gtin: string | null;
  readonly units: number;
  readonly lot: string | null;
}

/** Lots that a symbol can carry: GS1's character set 82 without parentheses, which delimit application identifiers here. */
const carriedLot = /^[\w!"%&'*+,\-./:;<=>?]{1,20}$/;

/**
 * The symbols from top to bottom, the SSCC last: content, count and lot in one if its modules are wide enough, else the lot in
 * one of its own. What does not fit is only printed as text. AI (02) and (37) never occur without each other.
 */
function barsOf({ sscc, gtin, units, lot }: Said, { width, height }: { width: number; height: number }): string[] {
  const content = gtin ? `(02)${gtin}(37)${units}` : undefined;
  const batch = lot && carriedLot.test(lot) ? `(10)${lot}` : undefined;
  const isWideEnough = (text: string) =>
    (width - 2 * symbolMargin) / symbolOf('gs1-128', text).width >= narrowestModule;
  const hasRoom = (bars: readonly string[]) => height - 2 * margin - bars.length * rowHeight >= minWords;
  const choices = [
    ...(content && batch ? [[content + batch], [content, batch]] : []),
    ...[content, batch].flatMap((one) => (one ? [[one]] : [])),
  ].map((above) => [...above, sscc]);
  return choices.find((bars) => bars.every(isWideEnough) && hasRoom(bars)) ?? [sscc];
}
