import { drawWords, widthOfWords } from '../../platform/print/words.ts';
import { type Box, lineHeight, setText } from './set-text.ts';
import { type Symbology, symbolOf } from './symbol.ts';

/** What is drawn on pages of a PDF. All lengths are millimetres: whoever draws scales the page. */

/** Points in a millimetre. */
export const mm = 72 / 25.4;

export interface PaintedText {
  readonly box: Box;
  readonly size: number;
  readonly lines: readonly string[];
  readonly align?: 'middle' | 'left';
}

/** A symbol in the middle of its box, as large as fits; bars are as high as it. */
export function drawSymbol(doc: PDFKit.PDFDocument, box: Box, symbology: Symbology, text: string): void {
  const { width, height, bars } = symbolOf(symbology, text);
  const module = height === undefined ? box.width / width : Math.min(box.width / width, box.height / height);
  const left = box.x + (box.width - module * width) / 2;
  for (const bar of bars) {
    const y = height === undefined ? box.y : box.y + bar.y * module;
    doc.rect(left + bar.x * module, y, bar.width * module, height === undefined ? box.height : module);
  }
  doc.fill('black');
}

/** Lines in their box, in its middle or from its upper left corner; as large as fits, up to the size wished for. */
export function drawText(
  doc: PDFKit.PDFDocument,
  { box, size: wished, lines: text, align = 'middle' }: PaintedText,
): void {
  const measure = (line: string, size: number) => widthOfWords(doc, line, size);
  const { lines, size } = setText(text, box, wished, measure);
  const inMiddle = align === 'middle';
  const top = box.y + (inMiddle ? (box.height - lines.length * size * lineHeight) / 2 : 0);
  lines.forEach((line, n) => {
    const baseline = top + (n + 1) * size * lineHeight - size * 0.3;
    const left = box.x + (inMiddle ? (box.width - measure(line, size)) / 2 : 0);
    drawWords(doc, line, left, baseline, size);
  });
}
