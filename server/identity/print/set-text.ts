/** On a page, in millimetres. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** From one line to the next, by the size of its letters. */
export const lineHeight = 1.3;

/** Text as it is set in a box: what stands in each line, and how high its letters are. */
export interface SetText {
  readonly lines: readonly string[];
  readonly size: number;
}

/** Tells how wide a text is at a size. */
export type Measure = (text: string, size: number) => number;

/** Letters that a person still reads, in millimetres. Smaller ones are better than text that is cut off. */
const legible = 0.9;
const step = 0.95;

/**
 * Sets lines as large as fits, up to the size wished for: a long one goes on in the next line before all get smaller,
 * and is torn within a number only when they would get too small.
 */
export function setText(lines: readonly string[], box: Box, wished: number, measure: Measure): SetText {
  const said = lines.filter((line) => line !== '');
  for (const { breaks, smallest } of [
    { breaks: atBreaks, smallest: Math.max(legible, wished * 0.7) },
    { breaks: anywhere, smallest: legible },
  ]) {
    for (let size = wished; size >= smallest; size *= step) {
      const isWide = (text: string) => measure(text, size) > box.width;
      const broken = said.flatMap((line) => brokenAt(line, breaks, isWide));
      if (!broken.some(isWide) && broken.length * size * lineHeight <= box.height + 0.001)
        return { lines: broken, size };
    }
  }
  const widest = Math.max(...said.map((line) => measure(line, 1)));
  return { lines: said, size: Math.min(legible, box.width / widest, box.height / (said.length * lineHeight)) };
}

type Breaks = (line: string, isWide: (text: string) => boolean) => string[];

/** Before an application identifier, and after a blank. */
const atBreaks: Breaks = (line) => line.split(/(?=\()|(?<=\s)/);
const anywhere: Breaks = (line, isWide) =>
  atBreaks(line, isWide).flatMap((piece) => (isWide(piece) ? [...piece] : [piece]));

/** A line in as many as it takes. Where one does not do, each element of an element string begins one. */
const brokenAt = (line: string, breaks: Breaks, isWide: (text: string) => boolean): string[] =>
  isWide(line) ? line.split(/(?=\(\d{2,4}\))/).flatMap((part) => filled(part, breaks, isWide)) : [line];

/** As many pieces in each line as fit. */
function filled(line: string, breaks: Breaks, isWide: (text: string) => boolean): string[] {
  const broken: string[] = [];
  let current = '';
  for (const piece of breaks(line, isWide)) {
    if (current !== '' && isWide((current + piece).trimEnd())) {
      broken.push(current.trim());
      current = '';
    }
    current += piece;
  }
  return [...broken, current.trim()];
}
