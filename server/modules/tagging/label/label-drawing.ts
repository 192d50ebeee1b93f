import PDFDocument from 'pdfkit';
import type { LabelDrawing } from '../../../../contract/tagging/order-file.ts';
import { placedSymbol, placedText } from '../../../identity/print/paint.ts';
import type { Symbology } from '../../../identity/print/symbol.ts';
import type { LabelLayout } from './label-layout.ts';
import type { Label } from './label-pdf.ts';

/** A label as it is going to be printed, for a screen: its symbol and texts lie where the PDF has them. */
export function labelDrawing(layout: LabelLayout, symbology: Symbology, label: Label, labels: number): LabelDrawing {
  const { pageWidth, pageHeight, places, width, height, symbolBox, textBox, font } = layout;
  // It is drawn on by nobody: it knows how wide letters are.
  const doc = new PDFDocument({ autoFirstPage: false });
  const { size, lines } = placedText(doc, { box: textBox, size: font, lines: label.lines });
  const symbol = placedSymbol(symbolBox, symbology, label.symbolText)
    .map((bar) => `M${short(bar.x)} ${short(bar.y)}h${short(bar.width)}v${short(bar.height)}h${short(-bar.width)}z`)
    .join('');
  return {
    page: { width: pageWidth, height: pageHeight },
    places: [...places],
    labels,
    pages: Math.ceil(labels / places.length),
    label: { width, height, symbol, lines: [...lines], font: size },
  };
}

const short = (millimetres: number): number => Math.round(millimetres * 1000) / 1000;
