import { batchSize, createFf1Batch, exactHalf, halves } from '../encrypt/ff1-batch.ts';
import { alphabets, numeralsOf } from '../format/alphabet.ts';
import type { CodeFormat } from '../format/format.ts';
import type { BodyWriter } from './body-writer.ts';
import { numberOf, numeralWriter } from './numerals.ts';
import { wideBodies } from './wide-body.ts';

export function createBodyWriter({ alphabet, bodyLength, numbering }: CodeFormat, key: Uint8Array): BodyWriter {
  const characters = alphabets[alphabet];
  if (numbering === 'sequential') return sequential(characters, bodyLength);
  return hasWideHalves({ alphabet, bodyLength })
    ? wideBodies(characters, bodyLength, key)
    : narrow(characters, bodyLength, key);
}

/** Whether the halves of a body are too long for doubles, and so several times slower to encipher. */
export const hasWideHalves = ({ alphabet, bodyLength }: Pick<CodeFormat, 'alphabet' | 'bodyLength'>): boolean =>
  alphabets[alphabet].length ** Math.ceil(bodyLength / 2) > exactHalf;

/** Counters with leading zeros. */
function sequential(characters: string, bodyLength: number): BodyWriter {
  const radix = characters.length;
  const writeNumerals = numeralWriter(characters);
  const numerals = numeralsOf(characters);
  return {
    write(start, count, out, offset, stride) {
      const view = new DataView(out.buffer, out.byteOffset, out.length);
      for (let done = 0; done < count; done += batchSize) {
        const size = Math.min(batchSize, count - done);
        for (let n = 0; n < size; n++) halves.a[n] = start + done + n;
        writeNumerals(halves.a, size, bodyLength, view, offset + done * stride, stride);
      }
    },
    read: (bodies) =>
      bodies.map((body) => {
        const counter = numberOf(body, 0, bodyLength, radix, numerals);
        return Number.isSafeInteger(counter) ? counter : undefined;
      }),
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
      for (let done = 0; done < count; done += batchSize) {
        const size = Math.min(batchSize, count - done);
        for (let n = 0; n < size; n++) {
          halves.a[n] = upper;
          halves.b[n] = rest++;
          if (rest === lower) {
            rest = 0;
            upper++;
          }
        }
        ff1.encrypt(halves, size);
        const first = offset + done * stride;
        writeNumerals(halves.a, size, u, view, first, stride);
        writeNumerals(halves.b, size, v, view, first + u, stride);
      }
    },
    read(bodies) {
      const counters: (number | undefined)[] = [];
      for (let done = 0; done < bodies.length; done += batchSize) {
        const batch = bodies.slice(done, done + batchSize);
        const known = batch.map((body, n) => {
          const a = numberOf(body, 0, u, radix, numerals);
          const b = numberOf(body, u, bodyLength, radix, numerals);
          halves.a[n] = a ?? 0;
          halves.b[n] = b ?? 0;
          return a !== undefined && b !== undefined;
        });
        ff1.decrypt(halves, batch.length);
        known.forEach((isKnown, n) => {
          const counter = (halves.a[n] as number) * lower + (halves.b[n] as number);
          counters.push(isKnown && Number.isSafeInteger(counter) ? counter : undefined);
        });
      }
      return counters;
    },
  };
}
