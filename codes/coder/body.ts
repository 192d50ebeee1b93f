import { batchSize, createFf1Batch, exactHalf, halves } from '../encrypt/ff1-batch.ts';
import { alphabets, numeralsOf } from '../format/alphabet.ts';
import type { CodeFormat } from '../format/format.ts';
import { type BodyWriter, numberOf, numeralWriter, safeCounter } from './numerals.ts';
import { wideBodies } from './wide-body.ts';

export function createBodyWriter({ alphabet, bodyLength, numbering }: CodeFormat, key: Uint8Array): BodyWriter {
  const characters = alphabets[alphabet];
  if (numbering === 'sequential') return sequential(characters, bodyLength);
  return hasWideHalves({ alphabet, bodyLength })
    ? wideBodies(characters, bodyLength, key)
    : narrow(characters, bodyLength, key);
}

/** Whether the halves of a body exceed the exact range of doubles, which makes encryption several times slower. */
export const hasWideHalves = ({ alphabet, bodyLength }: Pick<CodeFormat, 'alphabet' | 'bodyLength'>): boolean =>
  alphabets[alphabet].length ** Math.ceil(bodyLength / 2) > exactHalf;

/** Bodies that are the counter itself, with leading zeros. */
function sequential(characters: string, bodyLength: number): BodyWriter {
  const radix = characters.length;
  const writeNumerals = numeralWriter(characters);
  const numerals = numeralsOf(characters);
  return {
    write(start, count, out, offset, stride) {
      const view = new DataView(out.buffer, out.byteOffset, out.length);
      for (let from = 0; from < count; from += batchSize) {
        const size = Math.min(batchSize, count - from);
        for (let n = 0; n < size; n++) halves.a[n] = start + from + n;
        writeNumerals(halves.a, size, bodyLength, view, offset + from * stride, stride);
      }
    },
    read(codes, offset, stride, count) {
      const counters = new Float64Array(count);
      for (let n = 0, at = offset; n < count; n++, at += stride) {
        counters[n] = safeCounter(numberOf(codes, at, at + bodyLength, radix, numerals));
      }
      return counters;
    },
  };
}

function narrow(characters: string, bodyLength: number, key: Uint8Array): BodyWriter {
  const radix = characters.length;
  const u = Math.floor(bodyLength / 2);
  const v = bodyLength - u;
  const lower = radix ** v;
  const ff1 = createFf1Batch(key, radix, bodyLength);
  const writeNumerals = numeralWriter(characters);
  const numerals = numeralsOf(characters);

  return {
    write(start, count, out, offset, stride) {
      const view = new DataView(out.buffer, out.byteOffset, out.length);
      let upper = Math.floor(start / lower);
      let rest = start - upper * lower;
      for (let from = 0; from < count; from += batchSize) {
        const size = Math.min(batchSize, count - from);
        for (let n = 0; n < size; n++) {
          halves.a[n] = upper;
          halves.b[n] = rest++;
          if (rest === lower) {
            rest = 0;
            upper++;
          }
        }
        ff1.encrypt(halves, size);
        const first = offset + from * stride;
        writeNumerals(halves.a, size, u, view, first, stride);
        writeNumerals(halves.b, size, v, view, first + u, stride);
      }
    },
    read(codes, offset, stride, count) {
      const counters = new Float64Array(count);
      for (let from = 0; from < count; from += batchSize) {
        const size = Math.min(batchSize, count - from);
        for (let n = 0, at = offset + from * stride; n < size; n++, at += stride) {
          const a = numberOf(codes, at, at + u, radix, numerals);
          const b = numberOf(codes, at + u, at + bodyLength, radix, numerals);
          const isKnown = !Number.isNaN(a + b);
          halves.a[n] = isKnown ? a : 0;
          halves.b[n] = isKnown ? b : 0;
          counters[from + n] = isKnown ? 0 : Number.NaN;
        }
        ff1.decrypt(halves, size);
        for (let n = 0; n < size; n++) {
          // NaN stays NaN.
          counters[from + n] = safeCounter(
            (counters[from + n] as number) + (halves.a[n] as number) * lower + (halves.b[n] as number),
          );
        }
      }
      return counters;
    },
  };
}
