import { blockCipher, type Ff1Shape, rounds, shapeOf } from './ff1.ts';

/**
 * FF1 with an empty tweak for many numbers at once. The AES blocks of one round are independent of each other, so each
 * round of a whole batch is one call of the cipher. A number is held as its two halves, in doubles where they are exact;
 * `ff1-wide.ts` does the rest.
 */
export interface Ff1Batch {
  /** Encrypts in place the first `count` numbers. */
  encrypt(halves: Halves, count: number): void;
  decrypt(halves: Halves, count: number): void;
}

/** The upper and lower halves of the numeral strings of a batch, as numbers below radix^u and radix^v. */
export interface Halves {
  a: Float64Array;
  b: Float64Array;
}

/** The size of a batch, chosen so that blocks, ciphertext and halves fit into the second-level cache. */
export const batchSize = 4096;

/** Halves up to this are computed exactly in doubles: weighted sums of them stay below 2^53. */
export const exactHalf = 2 ** 42;

/** Shared scratch memory for a batch: a batch is computed synchronously, and there is a cipher for each code rule. */
export const halves: Halves = { a: new Float64Array(batchSize), b: new Float64Array(batchSize) };
const blocks = Buffer.alloc(16 * batchSize);
const blockView = new DataView(blocks.buffer, blocks.byteOffset, blocks.length);

const wordSize = 2 ** 32;

export function createFf1Batch(key: Uint8Array, radix: number, length: number): Ff1Batch {
  const shape = shapeOf(radix, length, 0);
  if (radix ** shape.v > exactHalf) throw new RangeError('halves this long need createFf1Wide');
  const aes = blockCipher(key);
  const { prepare, fill } = roundBlocks(aes(shape.p), shape);
  const addTo = [reducer(radix ** shape.u, shape.d), reducer(radix ** shape.v, shape.d)] as const;

  /** c = c ± F(round, x), for the batch. */
  const round = (i: number, x: Float64Array, c: Float64Array, count: number, sign: 1 | -1) => {
    fill(i, x, count);
    const output = aes(blocks.subarray(0, 16 * count));
    addTo[i % 2 === 0 ? 0 : 1](c, new DataView(output.buffer, output.byteOffset), count, sign);
    if (count > 64) release(output);
  };
  return {
    encrypt({ a, b }, count) {
      prepare(count);
      // Step 6.v to 6.viii: C = A + y; A = B; B = C. Two rounds swap the halves twice, so nothing is copied.
      for (let i = 0; i < rounds; i += 2) {
        round(i, b, a, count, 1);
        round(i + 1, a, b, count, 1);
      }
    },
    decrypt({ a, b }, count) {
      prepare(count);
      for (let i = rounds - 2; i >= 0; i -= 2) {
        round(i + 1, a, b, count, -1);
        round(i, b, a, count, -1);
      }
    },
  };
}

/** Frees a buffer at once; otherwise tens of megabytes would wait for the garbage collector in every thread. */
export function release(output: Buffer): void {
  const { buffer } = output;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === output.length) buffer.transfer(0);
}

/**
 * The AES input blocks of a round. P is the same for every number, so its encryption is computed once and CBC-MAC's
 * second block is `AES(P) xor Q`; Q is zeros, the round, and the half in b bytes: only the last two words ever differ.
 */
function roundBlocks(encryptedP: Buffer, { b }: Ff1Shape) {
  const [first, second, high, low] = [0, 4, 8, 12].map((at) => encryptedP.readUInt32BE(at)) as Words;
  return {
    prepare(count: number): void {
      for (let at = 0, end = 16 * count; at < end; at += 16) {
        blockView.setUint32(at, first);
        blockView.setUint32(at + 4, second);
      }
    },
    fill(i: number, x: Float64Array, count: number): void {
      const highOfRound = b >= 4 ? (high ^ (i << (8 * (b - 4)))) >>> 0 : high;
      const lowOfRound = b >= 4 ? low : (low ^ (i << (8 * b))) >>> 0;
      for (let n = 0, at = 8; n < count; n++, at += 16) {
        const half = x[n] as number;
        const upper = b > 4 ? Math.floor(half / wordSize) : 0;
        blockView.setUint32(at, highOfRound ^ upper);
        blockView.setUint32(at + 4, lowOfRound ^ (half - upper * wordSize));
      }
    },
  };
}

type Words = [number, number, number, number];

/** c = (c ± y) mod `modulus`, where y is the first `d` bytes of each output block as one number. */
type Reducer = (c: Float64Array, output: DataView, count: number, sign: 1 | -1) => void;

function reducer(modulus: number, d: number): Reducer {
  if (Number.isInteger(Math.log2(modulus)) && modulus <= wordSize) return powerOfTwo(modulus, d);
  return d === 8 ? eightBytes(modulus) : twelveBytes(modulus);
}

/** Only the low bits of y count. */
function powerOfTwo(modulus: number, d: number): Reducer {
  const mask = modulus - 1;
  return (c, output, count, sign) => {
    for (let n = 0, at = d - 4; n < count; n++, at += 16) {
      const y = output.getUint32(at) & mask;
      c[n] = (((c[n] as number) + sign * y) & mask) >>> 0;
    }
  };
}

/** 2^bits mod `modulus`. */
const weight = (bits: number, modulus: number): number => Number(2n ** BigInt(bits) % BigInt(modulus));

/*
 * Exactness: whole numbers below 2^53 are exact in doubles, and so are their sums and products below it. `inverse` and the
 * product with it err by one part in 2^53 each, so the quotient below is the floor or one beside it, and a multiple of the
 * modulus is taken away that leaves an exact rest; a negative sum comes out right as well. Taking the remainder of c ± y at
 * once, not of y and then of the sum, spares a branch that no processor can predict.
 */

/**
 * Halves of at most four bytes: modulus <= 2^32, and c ± y < 2^32 + 2 * 2^16 * 2^32 + 2^32 < 2^50. The half added keeps the
 * quotient at least 0.5 / modulus from the next whole number, and the errors are below 2^50 * 2^-52 / modulus: it is exact.
 */
function eightBytes(modulus: number): Reducer {
  const inverse = 1 / modulus;
  const w48 = weight(48, modulus);
  const w32 = weight(32, modulus);
  return (c, output, count, sign) => {
    for (let n = 0, at = 0; n < count; n++, at += 16) {
      const high = output.getUint32(at);
      const y = (high >>> 16) * w48 + (high & 0xffff) * w32 + output.getUint32(at + 4);
      const sum = (c[n] as number) + sign * y;
      c[n] = sum - Math.floor((sum + 0.5) * inverse) * modulus;
    }
  };
}

/**
 * Halves of five or six bytes: modulus <= 2^42, so four bytes weighted make less than 4 * 255 * 2^42 < 2^52, and
 * c ± (first, reduced to within two moduli, + second + the last word) < 2^42 + 2^43 + 2^52 + 2^32 < 2^53.
 */
function twelveBytes(modulus: number): Reducer {
  const inverse = 1 / modulus;
  const [w88, w80, w72, w64] = [88, 80, 72, 64].map((bits) => weight(bits, modulus)) as Words;
  const [w56, w48, w40, w32] = [56, 48, 40, 32].map((bits) => weight(bits, modulus)) as Words;
  return (c, output, count, sign) => {
    for (let n = 0, at = 0; n < count; n++, at += 16) {
      const upper = output.getUint32(at);
      const middle = output.getUint32(at + 4);
      const first =
        (upper >>> 24) * w88 + ((upper >>> 16) & 255) * w80 + ((upper >>> 8) & 255) * w72 + (upper & 255) * w64;
      const second =
        (middle >>> 24) * w56 + ((middle >>> 16) & 255) * w48 + ((middle >>> 8) & 255) * w40 + (middle & 255) * w32;
      const y = first - Math.floor(first * inverse) * modulus + second + output.getUint32(at + 8);
      const sum = (c[n] as number) + sign * y;
      const rest = sum - Math.floor(sum * inverse) * modulus;
      c[n] = rest < 0 ? rest + modulus : rest >= modulus ? rest - modulus : rest;
    }
  };
}
