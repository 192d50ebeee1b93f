import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

/**
 * Outlines of characters that the standard fonts of PDF lack: Chinese, Japanese, accented letters. The font is split into about
 * a hundred files, of which a page needs a few.
 */
export interface Glyph {
  /** An SVG path in units of the font's em, y upwards. */
  readonly path: string;
  readonly advance: number;
}

export const unitsPerEm = 1000;
/** The files contain the thinnest weight; a stroke of this width around the outlines makes it regular. */
export const boldening = 45;

const folder = new URL('.', import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'));

interface Slice {
  readonly name: string;
  readonly ranges: readonly (readonly [number, number])[];
}

let slices: readonly Slice[] | undefined;
const fonts = new Map<string, Font>();
const glyphs = new Map<number, Glyph | undefined>();

/** The outline of a character; undefined if the font lacks it. */
export function glyphOf(codePoint: number): Glyph | undefined {
  if (!glyphs.has(codePoint)) glyphs.set(codePoint, findGlyph(codePoint));
  return glyphs.get(codePoint);
}

function findGlyph(codePoint: number): Glyph | undefined {
  slices ??= readSlices();
  const slice = slices.find(({ ranges }) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last));
  if (!slice) return undefined;
  const font = fonts.get(slice.name) ?? openFont(slice.name);
  const glyph = font.glyphForCodePoint(codePoint);
  return glyph.id === 0 ? undefined : { path: glyph.path.toSVG(), advance: glyph.advanceWidth };
}

function openFont(name: string): Font {
  const file = new URL(`files/noto-sans-sc-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`, folder);
  const font = create(readFileSync(file)) as Font;
  fonts.set(name, font);
  return font;
}

function readSlices(): Slice[] {
  const table = JSON.parse(readFileSync(new URL('unicode.json', folder), 'utf8')) as Record<string, string>;
  return Object.entries(table).map(([name, list]) => ({ name, ranges: list.split(',').map(rangeOf) }));
}

/** Parses a range such as `U+4e00-4e05`, or a single code point. */
function rangeOf(text: string): [number, number] {
  const [first = '', last = first] = text.trim().replace(/^U\+/i, '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
