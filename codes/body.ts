import { alphabets, numeralsOf } from './alphabet.ts';
import { batchSize, createFf1Batch, exactHalf, halves } from './ff1-batch.ts';
import { createFf1Wide, type WideHalves } from './ff1-wide.ts';
import type { CodeFormat } from './format.ts';

/** Turns counters into the bodies of codes and back: FF1 over the format's alphabet and length. */
export interface BodyCipher {
  /** Writes the bodies of `count` counters from `start`, the first at `offset`, each `stride` bytes after the last. */
  write(start: number, count: number, out: Uint8Array, offset: number, stride: number): void;
  /** Counters of bodies; a body whose characters are not the alphabet's, or whose counter exceeds 2^53, has none. */
  read(bodies: readonly Uint8Array[]): (number | undefined)[];
}

export function createBodyCipher({ alphabet, bodyLength }: CodeFormat, key: Uint8Array): BodyCipher {
  const characters = alphabets[alphabet];
  const radix = characters.length;
  const v = bodyLength - Math.floor(bodyLength / 2);
  return radix ** v <= exactHalf ? narrow(characters, bodyLength, key) : wide(characters, bodyLength, key);
}

function narrow(characters: string, bodyLength: number, key: Uint8Array): BodyCipher {
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

/** The value of some numerals, undefined when one is not of the alphabet. */
function numberOf(
  body: Uint8Array,
  from: number,
  end: number,
  radix: number,
  numerals: Uint8Array,
): number | undefined {
  let value = 0;
  for (let at = from; at < end; at++) {
    const numeral = numerals[body[at] as number] ?? 255;
    if (numeral >= radix) return undefined;
    value = value * radix + numeral;
  }
  return value;
}

type NumeralWriter = (
  values: Float64Array,
  count: number,
  length: number,
  out: DataView,
  at: number,
  stride: number,
) => void;

const writers = new Map<string, NumeralWriter>();

function numeralWriter(characters: string): NumeralWriter {
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
    let packed = 0;
    for (let at = 0, rest = value; at < group; at++, rest = Math.floor(rest / radix)) {
      packed |= characters.charCodeAt(rest % radix) << (8 * at);
    }
    return packed;
  });
  return (values, count, length, out, at, stride) => {
    for (let n = 0; n < count; n++) {
      let rest = values[n] as number;
      let end = at + n * stride + length;
      let left = length;
      for (; left >= group; left -= group, end -= group) {
        // The half keeps the product clear of whole numbers: the quotient is exact.
        const quotient = Math.floor((rest + 0.5) * inverse);
        const packed = table[rest - quotient * span] as number;
        if (group === 4) out.setUint32(end - 4, packed);
        else out.setUint16(end - 2, packed);
        rest = quotient;
      }
      for (let packed = table[rest] as number; left > 0; left--, packed >>>= 8) out.setUint8(--end, packed);
    }
  };
}

function wide(characters: string, bodyLength: number, key: Uint8Array): BodyCipher {
  const radix = BigInt(characters.length);
  const u = Math.floor(bodyLength / 2);
  const lower = radix ** BigInt(bodyLength - u);
  const ff1 = createFf1Wide(key, characters.length, bodyLength);
  const numerals = numeralsOf(characters);

  const writeHalf = (value: bigint, out: Uint8Array, from: number, end: number) => {
    for (let at = end - 1, rest = value; at >= from; at--, rest /= radix) {
      out[at] = characters.charCodeAt(Number(rest % radix));
    }
  };
  const readHalf = (body: Uint8Array, from: number, end: number): bigint | undefined => {
    let value = 0n;
    for (let at = from; at < end; at++) {
      const numeral = numerals[body[at] as number] ?? 255;
      if (numeral >= characters.length) return undefined;
      value = value * radix + BigInt(numeral);
    }
    return value;
  };
  return {
    write(start, count, out, offset, stride) {
      for (let done = 0; done < count; done += batchSize) {
        const counters = Array.from({ length: Math.min(batchSize, count - done) }, (_, n) => BigInt(start + done + n));
        const halves: WideHalves = { a: counters.map((c) => c / lower), b: counters.map((c) => c % lower) };
        ff1.encrypt(halves);
        counters.forEach((_, n) => {
          const at = offset + (done + n) * stride;
          writeHalf(halves.a[n] as bigint, out, at, at + u);
          writeHalf(halves.b[n] as bigint, out, at + u, at + bodyLength);
        });
      }
    },
    read(bodies) {
      const a = bodies.map((body) => readHalf(body, 0, u));
      const b = bodies.map((body) => readHalf(body, u, bodyLength));
      const halves = { a: a.map((half) => half ?? 0n), b: b.map((half) => half ?? 0n) };
      ff1.decrypt(halves);
      return bodies.map((_, n) => {
        if (a[n] === undefined || b[n] === undefined) return undefined;
        const counter = (halves.a[n] as bigint) * lower + (halves.b[n] as bigint);
        return counter <= Number.MAX_SAFE_INTEGER ? Number(counter) : undefined;
      });
    },
  };
}
