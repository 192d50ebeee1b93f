import { boldening, glyphOf, unitsPerEm } from './glyphs.ts';

/** Texts on a page in any script: ASCII as text in a standard PDF font, everything else as outlines. */

const latin = 'Helvetica';

/** Splits a text into ASCII and other parts, so that at least ASCII can be searched for and copied. */
const stretches = (text: string) =>
  (text.match(/[\x20-\x7e]+|[^\x20-\x7e]+/g) ?? []).map((part) => ({ part, isLatin: /^[\x20-\x7e]/.test(part) }));

/** A blank of half an em for characters that the font lacks. */
const blank = { path: '', advance: unitsPerEm / 2 };

const glyphsOf = (text: string) => [...text].map((character) => glyphOf(character.codePointAt(0) as number) ?? blank);

/** The width of a text in units of the page. */
export function widthOfWords(doc: PDFKit.PDFDocument, text: string, size: number): number {
  return stretches(text).reduce((sum, { part, isLatin }) => sum + widthOfStretch(doc, part, isLatin, size), 0);
}

function widthOfStretch(doc: PDFKit.PDFDocument, part: string, isLatin: boolean, size: number): number {
  if (isLatin) return doc.font(latin).fontSize(size).widthOfString(part);
  return (glyphsOf(part).reduce((sum, { advance }) => sum + advance, 0) * size) / unitsPerEm;
}

export function drawWords(doc: PDFKit.PDFDocument, text: string, left: number, baseline: number, size: number): void {
  let x = left;
  for (const { part, isLatin } of stretches(text)) {
    if (isLatin) doc.font(latin).fontSize(size).text(part, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
    else drawOutlines(doc, part, x, baseline, size);
    x += widthOfStretch(doc, part, isLatin, size);
  }
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
