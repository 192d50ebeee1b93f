import { drawWords, widthOfWords } from '#platform/print/words.ts';
import { type Box, lineHeight, setText } from './set-text.ts';
import { type Symbology, symbolOf } from './symbol.ts';

/** Drawing on pages of a PDF. All lengths are in millimetres; the worker scales the page. */

/** Points in a millimetre. */
export const mm = 72 / 25.4;

export interface PaintedText {
  readonly box: Box;
  readonly size: number;
  readonly lines: readonly string[];
  readonly align?: 'middle' | 'left';
}

/** The dark rectangles of a symbol, centred in its box and as large as fits; linear barcodes take the full height. */
export function placedSymbol({ x, y, width: room, height: most }: Box, symbology: Symbology, text: string): Box[] {
  const { width, height, bars } = symbolOf(symbology, text);
  const module = height === undefined ? room / width : Math.min(room / width, most / height);
  const at = x + (room - module * width) / 2;
  return bars.map((bar) => ({
    x: at + bar.x * module,
    y: height === undefined ? y : y + bar.y * module,
    width: bar.width * module,
    height: height === undefined ? most : module,
  }));
}

export function drawSymbol(doc: PDFKit.PDFDocument, box: Box, symbology: Symbology, text: string): void {
  for (const { x, y, width, height } of placedSymbol(box, symbology, text)) doc.rect(x, y, width, height);
  doc.fill('black');
}

export interface PlacedLine {
  readonly text: string;
  /** Where its baseline begins, and how long it is. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Lays out lines in their box, centred or from the upper left corner, as large as fits up to the given size. */
export function placedText(
  doc: PDFKit.PDFDocument,
  { box, size: wishedSize, lines: text, align = 'middle' }: PaintedText,
): { readonly size: number; readonly lines: readonly PlacedLine[] } {
  const measure = (line: string, size: number) => widthOfWords(doc, line, size);
  const { lines, size } = setText(text, box, wishedSize, measure);
  const inMiddle = align === 'middle';
  const top = box.y + (inMiddle ? (box.height - lines.length * size * lineHeight) / 2 : 0);
  const texts = lines.map((line, n) => {
    const width = measure(line, size);
    const x = box.x + (inMiddle ? (box.width - width) / 2 : 0);
    return { text: line, x, y: top + (n + 1) * size * lineHeight - size * 0.3, width };
  });
  return { size, lines: texts };
}

export function drawText(doc: PDFKit.PDFDocument, block: PaintedText): void {
  const { size, lines } = placedText(doc, block);
  for (const { text, x, y } of lines) drawWords(doc, text, x, y, size);
}
