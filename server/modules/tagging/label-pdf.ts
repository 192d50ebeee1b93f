import PDFDocument from 'pdfkit';
import { boldening, glyphOf, unitsPerEm } from './label-font.ts';
import { type Box, type LabelLayout, lineHeight } from './label-layout.ts';
import { type Symbology, symbolOf } from './label-symbol.ts';

export interface Label {
  /** What the symbol carries. */
  readonly symbolText: string;
  readonly lines: readonly string[];
}

/** Points in a millimetre. */
const mm = 72 / 25.4;
const latin = 'Helvetica';

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
    label.lines.forEach((line, n) => {
      drawLine(doc, layout, line, n);
    });
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

/** A line that is too long for its box is written smaller. */
function drawLine(doc: PDFKit.PDFDocument, { textBox, font }: LabelLayout, text: string, n: number): void {
  const baseline = textBox.y + (n + 1) * font * lineHeight - font * 0.3;
  const isLatin = /^[\x20-\x7e]*$/.test(text);
  const width = isLatin ? doc.font(latin).fontSize(font).widthOfString(text) : widthOf(text, font);
  const size = width > textBox.width ? (font * textBox.width) / width : font;
  const left = textBox.x + (textBox.width - Math.min(width, textBox.width)) / 2;
  if (isLatin) doc.fontSize(size).text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
  else drawOutlines(doc, text, left, baseline, size);
}

/** Half a square for a character that no font has. */
const missing = { path: '', advance: unitsPerEm / 2 };

const glyphsOf = (text: string) => [...text].map((character) => glyphOf(character.codePointAt(0) as number) ?? missing);

const widthOf = (text: string, size: number): number =>
  (glyphsOf(text).reduce((sum, { advance }) => sum + advance, 0) * size) / unitsPerEm;

function drawOutlines(doc: PDFKit.PDFDocument, text: string, left: number, baseline: number, size: number): void {
  const scale = size / unitsPerEm;
  doc.save().translate(left, baseline).scale(scale, -scale).lineWidth(boldening).lineJoin('round');
  for (const { path, advance } of glyphsOf(text)) {
    if (path) doc.path(path).fillAndStroke('black', 'black');
    doc.translate(advance, 0);
  }
  doc.restore();
}
