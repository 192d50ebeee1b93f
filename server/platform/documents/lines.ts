import { boldening, glyphOf, unitsPerEm } from './glyph.ts';

/** Lines of text on a PDF, in any of our languages: what every reader's own fonts lack is drawn as outlines. */

const latin = 'Helvetica';
const isLatin = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

export const widthOfLine = (doc: PDFKit.PDFDocument, line: string, size: number): number =>
  isLatin(line) ? doc.font(latin).fontSize(size).widthOfString(line) : widthOf(line, size);

export function drawLine(doc: PDFKit.PDFDocument, line: string, left: number, baseline: number, size: number): void {
  if (isLatin(line)) {
    doc.font(latin).fontSize(size).text(line, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
  } else drawOutlines(doc, line, left, baseline, size);
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
