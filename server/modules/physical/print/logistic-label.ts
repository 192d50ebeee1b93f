import { toGtin14 } from '../../../../codes/carrier/carrier.ts';
import { elementString, elementsInGroups, inGroups } from '../../../identity/print/gs1-text.ts';
import type { Page } from '../../../identity/print/paper.ts';
import { symbolOf } from '../../../identity/print/symbol.ts';
import type { PrintedPackage } from './printed-waybill.ts';

/**
 * The logistic label of GS1: who sends to whom above, what it is in words in the middle, barcodes below, of which the SSCC is
 * the lowest. Widths of modules and heights of bars are those of the GS1 General Specifications.
 */

export const labelPages = { a6: { width: 105, height: 148 }, a5: { width: 148, height: 210 } } as const;

const narrowestModule = 0.495;
const barHeight = 32;
const margin = 4;
/** A symbol has its quiet zone in it: it needs less of a margin. */
const symbolMargin = 1;

export interface LabelFacts {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly waybillNo: string;
}

/** The label of a package; undefined for one whose code is no SSCC. */
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
  const content = gtin ? `(02)${gtin}(37)${one.units}` : undefined;
  // What would be too fine for a scanner stands in words alone.
  const bars = [content, sscc].flatMap((text) =>
    text && (width - 2 * symbolMargin) / symbolOf('gs1-128', text).width >= narrowestModule ? [text] : [],
  );
  const barTop = height - margin - bars.length * (barHeight + 6);
  const middle = (barTop - margin) / 2;
  const facts = [
    `SSCC ${inGroups(one.code)}`,
    ...(gtin ? [`CONTENT ${inGroups(gtin)}`] : []),
    `COUNT ${one.units}`,
    ...(one.lot && !one.mixed ? [`BATCH/LOT ${one.lot}`] : []),
    ...(one.product && !one.mixed ? [one.product] : []),
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
      {
        box: { x: margin, y: margin + middle + 1, width: inner, height: middle - 2 },
        size: 4.4,
        lines: facts,
        align: 'left',
      },
      ...bars.map((text, at) => ({
        box: { x: margin, y: barTop + at * (barHeight + 6) + barHeight, width: inner, height: 5 },
        size: 3.4,
        lines: [elementsInGroups(text)],
      })),
    ],
    symbols: bars.map((text, at) => ({
      box: { x: symbolMargin, y: barTop + at * (barHeight + 6), width: width - 2 * symbolMargin, height: barHeight },
      symbology: 'gs1-128' as const,
      text,
    })),
    rules: [margin + middle, barTop - 1],
  };
}
