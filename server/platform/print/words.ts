import { boldening, glyphOf, unitsPerEm } from './glyphs.ts';

/** Words on a page, in whatever script: those that every reader has a font for as text, others as outlines. */

const latin = 'Helvetica';
const isLatin = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Half a square for a character that no font has. */
const missing = { path: '', advance: unitsPerEm / 2 };

const glyphsOf = (text: string) => [...text].map((character) => glyphOf(character.codePointAt(0) as number) ?? missing);

/** How wide words are, in the units of the page. */
export function widthOfWords(doc: PDFKit.PDFDocument, text: string, size: number): number {
  if (isLatin(text)) return doc.font(latin).fontSize(size).widthOfString(text);
  return (glyphsOf(text).reduce((sum, { advance }) => sum + advance, 0) * size) / unitsPerEm;
}

export function drawWords(doc: PDFKit.PDFDocument, text: string, left: number, baseline: number, size: number): void {
  if (isLatin(text)) {
    doc.font(latin).fontSize(size).text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
  } else drawOutlines(doc, text, left, baseline, size);
}

function drawOutlines(doc: PDFKit.PDFDocument, text: string, left: number, baseline: number, size: number): void {
  const scale = size / unitsPerEm;
  doc.save().translate(left, baseline).scale(scale, -scale).lineWidth(boldening).lineJoin('round');
  for (const { path, advance } of glyphsOf(text)) {
    if (path) doc.path(path).fillAndStroke('black', 'black');
    doc.translate(advance, 0);
  }
  doc.restore();
}
