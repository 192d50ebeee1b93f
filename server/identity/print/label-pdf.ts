import PDFDocument from 'pdfkit';
import type { LabelLayout } from './label-layout.ts';
import { drawSymbol, drawText, mm } from './paint.ts';
import type { Symbology } from './symbol.ts';

export interface Label {
  /** The data in the symbol. */
  readonly symbolText: string;
  readonly lines: readonly string[];
}

export interface LabelSheet {
  readonly layout: LabelLayout;
  readonly symbology: Symbology;
  readonly labels: readonly Label[];
  readonly title: string;
}

/** Draws labels on pages of a PDF. `onLabel` is called for each. */
export function drawLabels(
  { layout, symbology, labels, title }: LabelSheet,
  onData: (bytes: Uint8Array) => void,
  onLabel: () => void,
): Promise<void> {
  const page = { size: [layout.pageWidth * mm, layout.pageHeight * mm] as [number, number], margin: 0 };
  const doc = new PDFDocument({ ...page, autoFirstPage: false, info: { Title: title } });
  doc.on('data', onData);
  const end = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject));
  labels.forEach((label, index) => {
    const place = layout.places[index % layout.places.length] as { x: number; y: number };
    if (index % layout.places.length === 0) doc.addPage(page);
    doc
      .save()
      .translate(place.x * mm, place.y * mm)
      .scale(mm);
    drawSymbol(doc, layout.symbolBox, symbology, label.symbolText);
    drawText(doc, { box: layout.textBox, size: layout.font, lines: label.lines });
    doc.restore();
    onLabel();
  });
  doc.end();
  return end;
}
