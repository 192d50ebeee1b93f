import { alphabets, normalised } from '../format/alphabet.ts';
import { checkAlphabet, checkCharacterOf } from '../format/check.ts';
import { type CodeFormat, codeLength } from '../format/format.ts';
import type { Coder } from './coder.ts';

/** Finding codes of which some characters are unreadable. */

/** Stands for a character that cannot be read. */
const unreadable = '?';

/** The character of a code at each position, as printed, or 0 if it is unreadable. */
export type Pattern = Uint8Array;

/**
 * The pattern of a torn text for a format, with characters filled in that the format determines; undefined if no code can
 * match.
 */
export function patternOf(text: string, format: CodeFormat): Pattern | undefined {
  const { prefix, alphabet, bodyLength, check } = format;
  if (text.length !== codeLength(format)) return undefined;
  const places = [
    ...[...prefix].map((character) => ({ alphabet, of: character })),
    ...Array.from({ length: bodyLength }, () => ({ alphabet, of: alphabets[alphabet] })),
    ...(check === 'none'
      ? []
      : [{ alphabet: check === 'iso7064' ? ('base36' as const) : alphabet, of: checkAlphabet(check, alphabet) }]),
  ];
  const pattern = new Uint8Array(text.length);
  for (const [at, { alphabet: placeAlphabet, of }] of places.entries()) {
    const letter = text[at] as string;
    if (letter === unreadable) {
      if (of.length === 1) pattern[at] = of.charCodeAt(0);
      continue;
    }
    const character = normalised(letter, placeAlphabet);
    if (!of.includes(character)) return undefined;
    pattern[at] = character.charCodeAt(0);
  }
  return pattern;
}

/** The unreadable positions of the body. */
const tornPlaces = (pattern: Pattern, { prefix, bodyLength }: CodeFormat): number[] =>
  Array.from({ length: bodyLength }, (_, at) => prefix.length + at).filter((at) => pattern[at] === 0);

/** How many bodies match a pattern. */
export const bodiesFitting = (pattern: Pattern, format: CodeFormat): number =>
  alphabets[format.alphabet].length ** tornPlaces(pattern, format).length;

/** How many bodies are tried at once. */
const batch = 4096;

/** The counters of all codes that match a pattern, found by trying every character at every unreadable position. */
export function* countersFitting(pattern: Pattern, coder: Coder): Generator<number[]> {
  const { format } = coder;
  const characters = alphabets[format.alphabet];
  const places = tornPlaces(pattern, format);
  const check = checkCharacterOf(format.check, format.alphabet);
  const last = pattern.length - 1;
  const text = Buffer.from(pattern);
  const total = bodiesFitting(pattern, format);
  let some: string[] = [];
  for (let number = 0; number < total; number++) {
    for (let rest = number, at = places.length - 1; at >= 0; at--) {
      text[places[at] as number] = characters.charCodeAt(rest % characters.length);
      rest = Math.floor(rest / characters.length);
    }
    if (check) {
      const right = check(text, 0, last);
      if (pattern[last] === 0 || pattern[last] === right) {
        text[last] = right;
        some.push(text.toString('latin1'));
      }
    } else some.push(text.toString('latin1'));
    if (some.length < batch && number < total - 1) continue;
    yield coder.decodeMany(some).filter((counter) => counter !== undefined);
    some = [];
  }
}

/** The indices of those among `count` concatenated codes of equal length that match a pattern. */
export function fittingAmong(codes: Uint8Array, count: number, pattern: Pattern): number[] {
  const places = Array.from(pattern.keys()).filter((at) => pattern[at] !== 0);
  const matches: number[] = [];
  for (let n = 0, start = 0; n < count; n++, start += pattern.length) {
    let fits = true;
    for (let i = 0; i < places.length && fits; i++) {
      const at = places[i] as number;
      fits = codes[start + at] === pattern[at];
    }
    if (fits) matches.push(n);
  }
  return matches;
}
