import { type AlphabetName, alphabets, normalised } from '../format/alphabet.ts';
import { type CheckCharacter, type CheckName, checkCharacterOf } from '../format/check.ts';
import { type CodeFormat, capacity, codeLength } from '../format/format.ts';
import { createBodyWriter } from './body.ts';

/** Encodes and decodes the codes of one rule. Counters run from 0 to `capacity - 1`. */
export interface Coder {
  readonly format: CodeFormat;
  readonly length: number;
  readonly capacity: number;
  encode(counter: number): string;
  /**
   * Writes `count` codes from counter `start` into `out` at `offset`, each between `lead` and `terminator`; answers how
   * many bytes were written. Throws a RangeError beyond the capacity or the room in `out`.
   */
  encodeInto(start: number, count: number, out: Uint8Array, offset: number, frame?: Frame): number;
  /** The counter; undefined when the text is not of this format or its check character is wrong. */
  decode(text: string): number | undefined;
  /** The same for many, much faster than one by one. */
  decodeMany(texts: readonly string[]): (number | undefined)[];
  /** A text that `decode` accepts, as it was printed. */
  asPrinted(text: string): string;
}

/** Bytes before and after each code. */
export interface Frame {
  readonly lead?: Uint8Array;
  readonly terminator?: Uint8Array;
}

const none = new Uint8Array();

/**
 * Creates the coder of a rule. `key` has 16, 24 or 32 bytes; sequential numbering ignores it. The format must have no
 * `formatProblems`.
 */
export function createCoder(format: CodeFormat, key: Uint8Array): Coder {
  const length = codeLength(format);
  const most = capacity(format);
  const bodies = createBodyWriter(format, key);
  const prefix = Buffer.from(format.prefix);
  const checkCharacter = checkCharacterOf(format.check, format.alphabet);
  /** The length of prefix and body. */
  const mainLength = prefix.length + format.bodyLength;
  const takeDown = codeTaker(format, { length, mainLength, prefix }, checkCharacter);

  const encodeInto: Coder['encodeInto'] = (start, count, out, offset, { lead = none, terminator = none } = {}) => {
    const stride = lead.length + length + terminator.length;
    const inRange = Number.isSafeInteger(start) && start >= 0 && count >= 0 && start + count <= most;
    if (!inRange) throw new RangeError('counters beyond the capacity of the rule');
    if (offset + stride * count > out.length) throw new RangeError('the codes do not fit the buffer');
    const code = offset + lead.length;
    fixed(out, offset, stride, count, lead);
    fixed(out, code, stride, count, prefix);
    bodies.write(start, count, out, code + prefix.length, stride);
    if (checkCharacter) writeChecks(checkCharacter, out, code, length, stride, count);
    fixed(out, code + length, stride, count, terminator);
    return stride * count;
  };
  const decodeMany: Coder['decodeMany'] = (texts) => {
    const codes = new Uint8Array(mainLength * texts.length);
    const present: number[] = [];
    for (let n = 0; n < texts.length; n++) {
      if (takeDown(texts[n] as string, codes, present.length * mainLength)) present.push(n);
    }
    const counters = bodies.read(codes, prefix.length, mainLength, present.length);
    const answers = new Array<number | undefined>(texts.length).fill(undefined);
    for (let n = 0; n < present.length; n++) {
      const counter = counters[n] as number;
      if (counter < most) answers[present[n] as number] = counter;
    }
    return answers;
  };
  return {
    format,
    length,
    capacity: most,
    encodeInto,
    decodeMany,
    encode(counter) {
      const out = Buffer.allocUnsafe(length);
      encodeInto(counter, 1, out, 0);
      return out.toString('latin1');
    },
    decode: (text) => decodeMany([text])[0],
    asPrinted(text) {
      if (!checkCharacter) return normalised(text, format.alphabet);
      return normalised(text.slice(0, -1), format.alphabet) + readCheck(text.slice(-1), format.check, format.alphabet);
    },
  };
}

/** Writes the same bytes at the same position of every line. */
function fixed(out: Uint8Array, at: number, stride: number, count: number, bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    for (let n = 0, place = at + i; n < count; n++, place += stride) out[place] = byte;
  }
}

function writeChecks(
  checkCharacter: CheckCharacter,
  out: Uint8Array,
  at: number,
  length: number,
  stride: number,
  count: number,
): void {
  for (let n = 0, code = at; n < count; n++, code += stride) {
    out[code + length - 1] = checkCharacter(out, code, code + length - 1);
  }
}

/**
 * Returns a function that writes prefix and body of a text, normalised, into `out` at `at`. It returns false if the text is not
 * of the format: another length or prefix, a wrong check character, or other characters than letters and digits.
 */
function codeTaker(
  { alphabet, check }: CodeFormat,
  { length, mainLength, prefix }: { readonly length: number; readonly mainLength: number; readonly prefix: Uint8Array },
  checkCharacter: CheckCharacter | undefined,
): (text: string, out: Uint8Array, at: number) => boolean {
  const bodyBytes = writtenAs((character) => normalised(character, alphabet));
  const checkBytes = writtenAs((character) => readCheck(character, check, alphabet));
  return (text, out, at) => {
    if (text.length !== length) return false;
    for (let n = 0; n < mainLength; n++) {
      const byte = bodyBytes[text.charCodeAt(n)] ?? 0;
      // Rejects early: codes of other rules mostly have another prefix.
      if (byte === 0 || (n < prefix.length && byte !== prefix[n])) return false;
      out[at + n] = byte;
    }
    return !checkCharacter || checkBytes[text.charCodeAt(mainLength)] === checkCharacter(out, at, at + mainLength);
  };
}

/** A table of the normalised character for each ASCII letter and digit; 0 for all others. */
function writtenAs(write: (character: string) => string): Uint8Array {
  const bytes = new Uint8Array(128);
  for (const character of alphabets.base62) bytes[character.charCodeAt(0)] = write(character).charCodeAt(0);
  return bytes;
}

/** Normalises a check character. That of ISO 7064 is of 0-9A-Z, whatever the alphabet of the body. */
const readCheck = (text: string, check: CheckName, alphabet: AlphabetName): string =>
  normalised(text, check === 'iso7064' ? 'base36' : alphabet);
