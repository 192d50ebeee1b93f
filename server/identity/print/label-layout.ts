import type { labelLayouts } from '@suyuan/contract/tagging/order-file.ts';
import { badInput } from '#platform/refusal.ts';
import { type Box, lineHeight } from './set-text.ts';
import type { Symbology } from './symbol.ts';

/** The positions of labels on a page, and of the contents of a label, in millimetres. */

export const pageSizes = { a4: [210, 297], a3: [297, 420], letter: [215.9, 279.4] } as const;

export interface LabelWish {
  readonly layout: (typeof labelLayouts)[number];
  readonly page: keyof typeof pageSizes;
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  readonly margin: number;
  readonly font: number;
  readonly symbol: Symbology;
  readonly lines: number;
}

export interface LabelLayout {
  readonly pageWidth: number;
  readonly pageHeight: number;
  /** The upper left corners of the labels of a page. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
  readonly width: number;
  readonly height: number;
  /** Relative to the label; the symbol's box includes its quiet zone. */
  readonly symbolBox: Box;
  readonly textBox: Box;
  readonly font: number;
}

/** The distance between the edge of a label and its contents. */
const inset = 1;
/** From this ratio of width to height on, the text is beside the symbol. */
const wide = 1.5;

export function labelLayout(wish: LabelWish): LabelLayout {
  const { width, height, font, lines, symbol } = wish;
  const inner = { width: width - 2 * inset, height: height - 2 * inset };
  const textHeight = lines * font * lineHeight;
  const isBeside = symbol !== 'gs1-128' && lines > 0 && width >= wide * height;
  const side = Math.min(inner.height - (isBeside ? 0 : textHeight), inner.width);
  if (side <= 0 || (isBeside && textHeight > inner.height))
    throw badInput({ path: 'height_mm', reason: 'label_too_small' });
  const symbolWidth = symbol === 'gs1-128' ? inner.width : side;
  const symbolHeight = symbol === 'gs1-128' ? inner.height - textHeight : side;
  const symbolBox: Box = {
    x: isBeside ? inset : inset + (inner.width - symbolWidth) / 2,
    y: inset + (isBeside ? (inner.height - side) / 2 : 0),
    width: symbolWidth,
    height: symbolHeight,
  };
  const textBox: Box = isBeside
    ? { x: inset + side + 1, y: inset, width: inner.width - side - 1, height: inner.height }
    : { x: inset, y: inset + symbolHeight, width: inner.width, height: textHeight };
  return { ...pageOf(wish), width, height, symbolBox, textBox, font };
}

function pageOf({ layout, page, width, height, gap, margin }: LabelWish) {
  if (layout === 'roll') return { pageWidth: width, pageHeight: height, places: [{ x: 0, y: 0 }] };
  const [pageWidth, pageHeight] = pageSizes[page];
  const across = fitting(pageWidth, width, gap, margin);
  const down = fitting(pageHeight, height, gap, margin);
  if (across < 1) throw badInput({ path: 'width_mm', reason: 'label_too_large' });
  if (down < 1) throw badInput({ path: 'height_mm', reason: 'label_too_large' });
  const places = Array.from({ length: across * down }, (_, index) => ({
    x: margin + (index % across) * (width + gap),
    y: margin + Math.floor(index / across) * (height + gap),
  }));
  return { pageWidth, pageHeight, places };
}

/** How many labels fit; the thousandth compensates for rounding errors of decimal fractions. */
const fitting = (page: number, label: number, gap: number, margin: number): number =>
  Math.floor((page - 2 * margin + gap + 0.001) / (label + gap));
