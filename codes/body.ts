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
      for (let done = 0; done < count; done += batchSize) {
        const size = Math.min(batchSize, count - done);
        for (let n = 0; n < size; n++) {
          const counter = start + done + n;
          const upper = Math.floor(counter / lower);
          halves.a[n] = upper;
          halves.b[n] = counter - upper * lower;
        }
        ff1.encrypt(halves, size);
        const first = offset + done * stride;
        writeNumerals(halves.a, size, u, out, first, stride);
        writeNumerals(halves.b, size, v, out, first + u, stride);
      }
    },
    read(bodies) {
      const counters: (number | undefined)[] = [];
      for (let done = 0; done < bodies.length; done += batchSize) {
        const batch = bodies.slice(done, done + batchSize);
        const known = batch.map((body, n) => {
          const a = valueOf(body, 0, u, radix, numerals);
          const b = valueOf(body, u, bodyLength, radix, numerals);
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
function valueOf(body: Uint8Array, from: number, end: number, radix: number, numerals: Uint8Array): number | undefined {
  let value = 0;
  for (let at = from; at < end; at++) {
    const numeral = numerals[body[at] as number] ?? 255;
    if (numeral >= radix) return undefined;
    value = value * radix + numeral;
  }
  return value;
}

/** Writes numbers in `length` characters each. Several numerals at a time come from a table. */
function numeralWriter(characters: string) {
  const radix = characters.length;
  const group = radix === 10 || radix === 16 ? 4 : radix <= 36 ? 3 : 2;
  const span = radix ** group;
  const table = new Uint8Array(span * group);
  for (let value = 0; value < span; value++) {
    for (let at = group - 1, rest = value; at >= 0; at--, rest = Math.floor(rest / radix)) {
      table[value * group + at] = characters.charCodeAt(rest % radix);
    }
  }
  return (values: Float64Array, count: number, length: number, out: Uint8Array, offset: number, stride: number) => {
    for (let n = 0; n < count; n++) {
      let rest = values[n] as number;
      let end = offset + n * stride + length;
      let left = length;
      for (; left >= group; left -= group, end -= group) {
        const quotient = Math.floor(rest / span);
        const entry = (rest - quotient * span) * group;
        for (let at = 0; at < group; at++) out[end - group + at] = table[entry + at] as number;
        rest = quotient;
      }
      const entry = rest * group + group;
      for (let at = 1; at <= left; at++) out[end - at] = table[entry - at] as number;
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
