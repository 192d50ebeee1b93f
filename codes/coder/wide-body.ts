import { batchSize } from '../encrypt/ff1-batch.ts';
import { createFf1Wide, type WideHalf, wideHalves } from '../encrypt/ff1-wide.ts';
import { numeralsOf } from '../format/alphabet.ts';
import { type BodyWriter, numeralWriter, safeCounter } from './numerals.ts';

const wordSize = 2 ** 32;
/** Numerals are split off a half in groups with at most this many values: see `takeGroup`. */
const largestGroup = 2 ** 18;

/** Bodies whose halves are too long for doubles: radix^v is above 2^42, so every counter lies in the lower half. */
export function wideBodies(characters: string, bodyLength: number, key: Uint8Array): BodyWriter {
  const radix = characters.length;
  const u = Math.floor(bodyLength / 2);
  const ff1 = createFf1Wide(key, radix, bodyLength);
  const writeHalf = halfWriter(characters);
  const numerals = numeralsOf(characters);
  const { a, b } = wideHalves;

  return {
    write(start, count, out, offset, stride) {
      const view = new DataView(out.buffer, out.byteOffset, out.length);
      for (let from = 0; from < count; from += batchSize) {
        const size = Math.min(batchSize, count - from);
        for (const words of Object.values(a)) words.fill(0, 0, size);
        b.high.fill(0, 0, size);
        for (let n = 0; n < size; n++) {
          const counter = start + from + n;
          b.middle[n] = Math.floor(counter / wordSize);
          b.low[n] = counter % wordSize;
        }
        ff1.encrypt(wideHalves, size);
        const first = offset + from * stride;
        writeHalf(a, size, u, view, first, stride);
        writeHalf(b, size, bodyLength - u, view, first + u, stride);
      }
    },
    read(codes, offset, stride, count) {
      const counters = new Float64Array(count);
      for (let from = 0; from < count; from += batchSize) {
        const size = Math.min(batchSize, count - from);
        for (let n = 0, at = offset + from * stride; n < size; n++, at += stride) {
          const isUpperKnown = readHalf(codes, at, at + u, radix, numerals, a, n);
          const isKnown = readHalf(codes, at + u, at + bodyLength, radix, numerals, b, n) && isUpperKnown;
          counters[from + n] = isKnown ? 0 : Number.NaN;
        }
        ff1.decrypt(wideHalves, size);
        // NaN stays NaN.
        for (let n = 0; n < size; n++) counters[from + n] = (counters[from + n] as number) + counterAt(n);
      }
      return counters;
    },
  };
}

/** The counter that the halves hold; NaN above 2^53. */
function counterAt(n: number): number {
  const { a, b } = wideHalves;
  if (a.high[n] || a.middle[n] || a.low[n] || b.high[n]) return Number.NaN;
  return safeCounter((b.middle[n] as number) * wordSize + (b.low[n] as number));
}

/** Room for one group of numerals of every half of a batch. */
const groups = new Float64Array(batchSize);

/** Writes the halves of a batch in `length` characters each, group by group from the right. Destroys the halves. */
function halfWriter(characters: string) {
  const radix = characters.length;
  const groupLength = Math.floor(Math.log(largestGroup) / Math.log(radix));
  const writeNumerals = numeralWriter(characters);
  return (half: WideHalf, count: number, length: number, out: DataView, at: number, stride: number): void => {
    for (let rest = length; rest > 0; rest -= groupLength) {
      const size = Math.min(groupLength, rest);
      takeGroup(half, count, radix ** size);
      writeNumerals(groups, count, size, out, at + rest - size, stride);
    }
  };
}

/**
 * Divides the halves by `span`; the remainders are the groups. A remainder and a word make less than 2^50, and their quotient
 * less than 2^32: its error is below 2^-20, and adding one half keeps it 2^-19 away from the next integer. So it is exact.
 */
function takeGroup({ high, middle, low }: WideHalf, count: number, span: number): void {
  const inverse = 1 / span;
  for (let n = 0; n < count; n++) {
    const top = high[n] as number;
    const topQuotient = Math.floor((top + 0.5) * inverse);
    const next = (top - topQuotient * span) * wordSize + (middle[n] as number);
    const nextQuotient = Math.floor((next + 0.5) * inverse);
    const last = (next - nextQuotient * span) * wordSize + (low[n] as number);
    const lastQuotient = Math.floor((last + 0.5) * inverse);
    high[n] = topQuotient;
    middle[n] = nextQuotient;
    low[n] = lastQuotient;
    groups[n] = last - lastQuotient * span;
  }
}

/** Reads numerals into entry `n` of a half; false if one is not of the alphabet. */
function readHalf(
  body: Uint8Array,
  from: number,
  end: number,
  radix: number,
  numerals: Uint8Array,
  half: WideHalf,
  n: number,
): boolean {
  let [high, middle, low] = [0, 0, 0];
  for (let at = from; at < end; at++) {
    const numeral = numerals[body[at] as number] ?? 255;
    if (numeral >= radix) return false;
    low = low * radix + numeral;
    middle = middle * radix + Math.floor(low / wordSize);
    high = high * radix + Math.floor(middle / wordSize);
    low %= wordSize;
    middle %= wordSize;
  }
  half.high[n] = high;
  half.middle[n] = middle;
  half.low[n] = low;
  return true;
}
