/** Conversion of numbers to numerals of an alphabet and back. */

/** The counter itself; NaN if it is not a safe integer. */
export const safeCounter = (counter: number): number => (Number.isSafeInteger(counter) ? counter : Number.NaN);

/** The value of numerals; NaN if one is not of the alphabet. */
export function numberOf(body: Uint8Array, from: number, end: number, radix: number, numerals: Uint8Array): number {
  let value = 0;
  for (let at = from; at < end; at++) {
    const numeral = numerals[body[at] as number] ?? 255;
    if (numeral >= radix) return Number.NaN;
    value = value * radix + numeral;
  }
  return value;
}

export type NumeralWriter = (
  values: Float64Array,
  count: number,
  length: number,
  out: DataView,
  at: number,
  stride: number,
) => void;

const writers = new Map<string, NumeralWriter>();

/** Cached for each alphabet. */
export function numeralWriter(characters: string): NumeralWriter {
  const writer = writers.get(characters) ?? createNumeralWriter(characters);
  writers.set(characters, writer);
  return writer;
}

/** Writes numbers below 2^50 in `length` characters each, several at a time from a table. */
function createNumeralWriter(characters: string): NumeralWriter {
  const radix = characters.length;
  const group = radix === 10 ? 4 : 2;
  const span = radix ** group;
  const inverse = 1 / span;
  const table = Uint32Array.from({ length: span }, (_, value) => {
    let word = 0;
    for (let at = 0, rest = value; at < group; at++, rest = Math.floor(rest / radix)) {
      word |= characters.charCodeAt(rest % radix) << (8 * at);
    }
    return word;
  });
  return (values, count, length, out, at, stride) => {
    for (let n = 0; n < count; n++) {
      let rest = values[n] as number;
      let end = at + n * stride + length;
      let digitsLeft = length;
      for (; digitsLeft >= group; digitsLeft -= group, end -= group) {
        // The half keeps the product clear of whole numbers: the quotient is exact.
        const quotient = Math.floor((rest + 0.5) * inverse);
        const word = table[rest - quotient * span] as number;
        if (group === 4) out.setUint32(end - 4, word);
        else out.setUint16(end - 2, word);
        rest = quotient;
      }
      for (let word = table[rest] as number; digitsLeft > 0; digitsLeft--, word >>>= 8) out.setUint8(--end, word);
    }
  };
}

/** Converts counters to the bodies of codes and back: by FF1 over the format's alphabet and length, or sequentially. */
export interface BodyWriter {
  /** Writes the bodies of `count` counters from `start`, the first at `offset`, each `stride` bytes after the last. */
  write(start: number, count: number, out: Uint8Array, offset: number, stride: number): void;
  /**
   * The counters of `count` bodies, the first at `offset`, each `stride` bytes after the last. NaN for a body whose characters
   * are not the alphabet's, or whose counter exceeds 2^53.
   */
  read(codes: Uint8Array, offset: number, stride: number, count: number): Float64Array;
}
