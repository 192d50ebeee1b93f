import PDFDocument from 'pdfkit';
import { drawLine, widthOfLine } from '../../../platform/documents/lines.ts';
import { type Box, type LabelLayout, lineHeight } from './label-layout.ts';
import { type Symbology, symbolOf } from './label-symbol.ts';
import { setText } from './label-text.ts';

export interface Label {
  /** What the symbol carries. */
  readonly symbolText: string;
  readonly lines: readonly string[];
}

/** Points in a millimetre. */
const mm = 72 / 25.4;

export interface LabelSheet {
  readonly layout: LabelLayout;
  readonly symbology: Symbology;
  readonly labels: readonly Label[];
  readonly title: string;
}

/** Draws labels, page after page; `onLabel` is told of each. */
export function drawLabels(
  { layout, symbology, labels, title }: LabelSheet,
  onData: (bytes: Uint8Array) => void,
  onLabel: () => void,
): Promise<void> {
  const page = { size: [layout.pageWidth * mm, layout.pageHeight * mm] as [number, number], margin: 0 };
  const doc = new PDFDocument({ ...page, autoFirstPage: false, info: { Title: title } });
  doc.on('data', onData);
  const ended = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject));
  labels.forEach((label, index) => {
    const place = layout.places[index % layout.places.length] as { x: number; y: number };
    if (index % layout.places.length === 0) doc.addPage(page);
    doc
      .save()
      .translate(place.x * mm, place.y * mm)
      .scale(mm);
    drawSymbol(doc, layout.symbolBox, symbology, label.symbolText);
    drawText(doc, layout, label.lines);
    doc.restore();
    onLabel();
  });
  doc.end();
  return ended;
}

function drawSymbol(doc: PDFKit.PDFDocument, box: Box, symbology: Symbology, text: string): void {
  const { width, height, bars } = symbolOf(symbology, text);
  const module = height === undefined ? box.width / width : Math.min(box.width / width, box.height / height);
  const left = box.x + (box.width - module * width) / 2;
  for (const bar of bars) {
    const y = height === undefined ? box.y : box.y + bar.y * module;
    doc.rect(left + bar.x * module, y, bar.width * module, height === undefined ? box.height : module);
  }
  doc.fill('black');
}

/** In the middle of its box. */
function drawText(doc: PDFKit.PDFDocument, { textBox, font }: LabelLayout, text: readonly string[]): void {
  const measure = (line: string, size: number) => widthOfLine(doc, line, size);
  const { lines, size } = setText(text, textBox, font, measure);
  const top = textBox.y + (textBox.height - lines.length * size * lineHeight) / 2;
  lines.forEach((line, n) => {
    const baseline = top + (n + 1) * size * lineHeight - size * 0.3;
    const left = textBox.x + (textBox.width - measure(line, size)) / 2;
    drawLine(doc, line, left, baseline, size);
  });
}
