import { createCipheriv } from 'node:crypto';

/**
 * FF1 of NIST SP 800-38G, to the letter: a permutation of the numeral strings of one length, under an AES key and a
 * tweak. Written for reading; `ff1-batch.ts` computes the same for many strings at once.
 */

export const rounds = 10;

/** The fixed quantities of FF1 for one radix, length and tweak (Algorithm 7, steps 1 to 5). */
export interface Ff1Shape {
  readonly radix: number;
  readonly length: number;
  readonly u: number;
  readonly v: number;
  /** Bytes that hold the larger half. */
  readonly b: number;
  /** Bytes of pseudorandom output that are used. */
  readonly d: number;
  readonly p: Buffer;
}

export function shapeOf(radix: number, length: number, tweakLength: number): Ff1Shape {
  const u = Math.floor(length / 2);
  const v = length - u;
  const b = Math.ceil((BigInt(radix) ** BigInt(v) - 1n).toString(2).length / 8);
  const d = 4 * Math.ceil(b / 4) + 4;
  const p = Buffer.alloc(16);
  p.set([1, 2, 1]);
  p.writeUIntBE(radix, 3, 3);
  p.set([rounds, u % 256], 6);
  p.writeUInt32BE(length, 8);
  p.writeUInt32BE(tweakLength, 12);
  return { radix, length, u, v, b, d, p };
}

/** AES of whole blocks without chaining, under a key of 16, 24 or 32 bytes. */
export function blockCipher(key: Uint8Array): (blocks: Uint8Array) => Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  return (blocks) => cipher.update(blocks);
}

export class Ff1 {
  readonly #aes: (blocks: Uint8Array) => Buffer;
  readonly #tweak: Uint8Array;
  readonly #radix: number;

  /** `radix` from 2 to 65536; a key of 16, 24 or 32 bytes. */
  constructor(key: Uint8Array, radix: number, tweak: Uint8Array = new Uint8Array()) {
    this.#aes = blockCipher(key);
    this.#radix = radix;
    this.#tweak = tweak;
  }

  /** Numerals in, most significant first; as many out. */
  encrypt(numerals: readonly number[]): number[] {
    const shape = shapeOf(this.#radix, numerals.length, this.#tweak.length);
    let [a, b] = this.#halves(numerals, shape);
    for (let i = 0; i < rounds; i++) {
      [a, b] = [b, modulo(a + this.#round(shape, i, b), this.#modulus(shape, i))];
    }
    return this.#numerals(a, b, shape);
  }

  decrypt(numerals: readonly number[]): number[] {
    const shape = shapeOf(this.#radix, numerals.length, this.#tweak.length);
    let [a, b] = this.#halves(numerals, shape);
    for (let i = rounds - 1; i >= 0; i--) {
      [a, b] = [modulo(b - this.#round(shape, i, a), this.#modulus(shape, i)), a];
    }
    return this.#numerals(a, b, shape);
  }

  /** The number y of round i (steps 6.i to 6.iv). */
  #round({ b, d, p }: Ff1Shape, i: number, half: bigint): bigint {
    const padding = (16 - ((this.#tweak.length + b + 1) % 16)) % 16;
    const q = Buffer.concat([this.#tweak, Buffer.alloc(padding), Buffer.of(i), bytesOf(half, b)]);
    let r: Buffer = Buffer.alloc(16);
    const message = Buffer.concat([p, q]);
    for (let at = 0; at < message.length; at += 16) r = this.#aes(xor(r, message.subarray(at, at + 16)));
    const blocks = [r];
    for (let j = 1; j < Math.ceil(d / 16); j++) blocks.push(this.#aes(xor(r, bytesOf(BigInt(j), 16))));
    return BigInt(`0x${Buffer.concat(blocks).subarray(0, d).toString('hex')}`);
  }

  #modulus({ u, v }: Ff1Shape, i: number): bigint {
    return BigInt(this.#radix) ** BigInt(i % 2 === 0 ? u : v);
  }

  #halves(numerals: readonly number[], { u }: Ff1Shape): [bigint, bigint] {
    const value = (part: readonly number[]) => part.reduce((sum, n) => sum * BigInt(this.#radix) + BigInt(n), 0n);
    return [value(numerals.slice(0, u)), value(numerals.slice(u))];
  }

  #numerals(a: bigint, b: bigint, { u, v }: Ff1Shape): number[] {
    const radix = BigInt(this.#radix);
    const digits = (value: bigint, length: number) =>
      Array.from({ length }, (_, at) => Number((value / radix ** BigInt(length - 1 - at)) % radix));
    return [...digits(a, u), ...digits(b, v)];
  }
}

const modulo = (value: bigint, modulus: bigint): bigint => ((value % modulus) + modulus) % modulus;
const bytesOf = (value: bigint, length: number): Buffer =>
  Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex');
const xor = (a: Uint8Array, b: Uint8Array): Buffer => Buffer.from(a.map((byte, at) => byte ^ (b[at] as number)));
