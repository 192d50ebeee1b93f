import type { LabelDrawing } from '@suyuan/contract/tagging/order-file.ts';
import PDFDocument from 'pdfkit';
import type { LabelLayout } from '#identity/print/label-layout.ts';
import type { Label } from '#identity/print/label-pdf.ts';
import { placedSymbol, placedText } from '#identity/print/paint.ts';
import type { Symbology } from '#identity/print/symbol.ts';

/** A preview of a label for the screen, with symbol and texts at the same positions as in the PDF. */
export function labelDrawing(layout: LabelLayout, symbology: Symbology, label: Label, labels: number): LabelDrawing {
  const { pageWidth, pageHeight, places, width, height, symbolBox, textBox, font } = layout;
  // Only used to measure texts.
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
