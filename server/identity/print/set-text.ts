/** A rectangle on a page, in millimetres. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The line height, relative to the font size. */
export const lineHeight = 1.3;

/** Text laid out in a box: its lines and the font size. */
export interface SetText {
  readonly lines: readonly string[];
  readonly size: number;
}

/** Measures the width of a text at a font size. */
export type Measure = (text: string, size: number) => number;

/** The smallest legible font size, in millimetres. It is only undercut if the text would be cut off otherwise. */
const legible = 0.9;
const step = 0.95;

/**
 * Lays out lines as large as fits, up to the size `wishedSize`. Long lines are wrapped before the font shrinks, and broken
 * within a number only if the font would become too small.
 */
export function setText(lines: readonly string[], box: Box, wishedSize: number, measure: Measure): SetText {
  const texts = lines.filter((line) => line !== '');
  for (const { breaks, smallest } of [
    { breaks: atBreaks, smallest: Math.max(legible, wishedSize * 0.7) },
    { breaks: anywhere, smallest: legible },
  ]) {
    for (let size = wishedSize; size >= smallest; size *= step) {
      const isWide = (text: string) => measure(text, size) > box.width;
      const rows = texts.flatMap((line) => brokenAt(line, breaks, isWide));
      if (!rows.some(isWide) && rows.length * size * lineHeight <= box.height + 0.001) return { lines: rows, size };
    }
  }
  const widest = Math.max(...texts.map((line) => measure(line, 1)));
  return { lines: texts, size: Math.min(legible, box.width / widest, box.height / (texts.length * lineHeight)) };
}

type Breaks = (line: string, isWide: (text: string) => boolean) => string[];

/** Breaks before application identifiers and after blanks. */
const atBreaks: Breaks = (line) => line.split(/(?=\()|(?<=\s)/);
const anywhere: Breaks = (line, isWide) =>
  atBreaks(line, isWide).flatMap((piece) => (isWide(piece) ? [...piece] : [piece]));

/** Wraps a line that is too wide; each element of an element string then begins a new line. */
const brokenAt = (line: string, breaks: Breaks, isWide: (text: string) => boolean): string[] =>
  isWide(line) ? line.split(/(?=\(\d{2,4}\))/).flatMap((part) => filled(part, breaks, isWide)) : [line];

/** Fills each line with as many pieces as fit. */
function filled(line: string, breaks: Breaks, isWide: (text: string) => boolean): string[] {
  const rows: string[] = [];
  let current = '';
  for (const piece of breaks(line, isWide)) {
    if (current !== '' && isWide((current + piece).trimEnd())) {
      rows.push(current.trim());
      current = '';
    }
    current += piece;
  }
  return [...rows, current.trim()];
}
