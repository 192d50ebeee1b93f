import { blockCipher, type Ff1Shape, rounds, shapeOf } from './ff1.ts';

/**
 * FF1 with an empty tweak for many numbers at once. The AES blocks of one round are independent of each other, so each
 * round of a whole batch is one call of the cipher. A number is held as its two halves: Float64Arrays where doubles are exact;
 * `ff1-wide.ts` does the rest.
 */
export interface Ff1Batch {
  /** Encrypts in place the first `count` numbers. */
  encrypt(halves: Halves, count: number): void;
  decrypt(halves: Halves, count: number): void;
  /** Room for a batch. */
  halves(): Halves;
}

/** The upper and lower halves of the numeral strings of a batch, as numbers below radix^u and radix^v. */
export interface Halves {
  a: Float64Array;
  b: Float64Array;
}

/** Numbers in one batch: its blocks stay in the processor's second-level cache. */
export const batchSize = 4096;

/** Halves up to this are computed exactly in doubles: weighted sums of them stay below 2^53. */
export const exactHalf = 2 ** 42;

const wordSize = 2 ** 32;

export function createFf1Batch(key: Uint8Array, radix: number, length: number): Ff1Batch {
  const shape = shapeOf(radix, length, 0);
  if (radix ** shape.v > exactHalf) throw new RangeError('halves this long need createFf1Wide');
  const aes = blockCipher(key);
  const blocks = roundBlocks(aes(shape.p), shape);
  const addTo = [reducer(radix ** shape.u, shape.d), reducer(radix ** shape.v, shape.d)] as const;

  /** c = c ± F(round, x), for the batch. */
  const round = (i: number, x: Float64Array, c: Float64Array, count: number, sign: 1 | -1) => {
    const output = aes(blocks.fill(i, x, count));
    addTo[i % 2 === 0 ? 0 : 1](c, new DataView(output.buffer, output.byteOffset), count, sign);
  };
  return {
    halves: () => ({ a: new Float64Array(batchSize), b: new Float64Array(batchSize) }),
    encrypt(halves, count) {
      // Step 6.v to 6.viii: C = A + y; A = B; B = C. Two rounds swap the halves twice, so nothing is copied.
      for (let i = 0; i < rounds; i += 2) {
        round(i, halves.b, halves.a, count, 1);
        round(i + 1, halves.a, halves.b, count, 1);
      }
    },
    decrypt(halves, count) {
      for (let i = rounds - 2; i >= 0; i -= 2) {
        round(i + 1, halves.a, halves.b, count, -1);
        round(i, halves.b, halves.a, count, -1);
      }
    },
  };
}

/**
 * The AES input blocks of a round. P is the same for every number, so its encryption is computed once and CBC-MAC's
 * second block is `AES(P) xor Q`; Q is zeros, the round, and the half in b bytes: at most the last two words differ.
 */
function roundBlocks(encryptedP: Buffer, { b }: Ff1Shape) {
  const bytes = Buffer.alloc(16 * batchSize);
  for (let at = 0; at < bytes.length; at += 16) encryptedP.copy(bytes, at);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const high = encryptedP.readUInt32BE(8);
  const low = encryptedP.readUInt32BE(12);
  return {
    fill(i: number, x: Float64Array, count: number): Buffer {
      const highOfRound = b >= 4 ? (high ^ (i << (8 * (b - 4)))) >>> 0 : high;
      const lowOfRound = b >= 4 ? low : (low ^ (i << (8 * b))) >>> 0;
      for (let n = 0, at = 8; n < count; n++, at += 16) {
        const half = x[n] as number;
        const upper = Math.floor(half / wordSize);
        view.setUint32(at, highOfRound ^ upper);
        view.setUint32(at + 4, lowOfRound ^ (half - upper * wordSize));
      }
      return bytes.subarray(0, 16 * count);
    },
  };
}

type Reducer = (c: Float64Array, output: DataView, count: number, sign: 1 | -1) => void;

/** c = (c ± y) mod `modulus`, where y is the first `d` bytes of each output block as one number. */
function reducer(modulus: number, d: number): Reducer {
  if (Number.isInteger(Math.log2(modulus)) && modulus <= wordSize) return powerOfTwo(modulus, d);
  if (d === 8) return eightBytes(modulus);
  return twelveBytes(modulus);
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

/** `value` mod `modulus` for whole values below 2^53. The quotient of doubles is at most one off. */
function remainderOf(modulus: number): (value: number) => number {
  const inverse = 1 / modulus;
  return (value) => {
    const rest = value - Math.floor(value * inverse) * modulus;
    return rest < 0 ? rest + modulus : rest >= modulus ? rest - modulus : rest;
  };
}

/** 2^bits mod `modulus`. */
const weight = (bits: number, modulus: number): number => Number(2n ** BigInt(bits) % BigInt(modulus));

/** Halves of at most four bytes: y is 16, 16 and 32 bits, weighted; the sum stays below 2^50. */
function eightBytes(modulus: number): Reducer {
  const remainder = remainderOf(modulus);
  const w48 = weight(48, modulus);
  const w32 = weight(32, modulus);
  return (c, output, count, sign) => {
    for (let n = 0, at = 0; n < count; n++, at += 16) {
      const high = output.getUint32(at);
      const y = remainder((high >>> 16) * w48 + (high & 0xffff) * w32 + output.getUint32(at + 4));
      const sum = (c[n] as number) + sign * y;
      c[n] = sum < 0 ? sum + modulus : sum >= modulus ? sum - modulus : sum;
    }
  };
}

/** Halves of five or six bytes, below 2^42: eight bytes of y weighted one by one in two sums below 2^53, four as a word. */
function twelveBytes(modulus: number): Reducer {
  const remainder = remainderOf(modulus);
  const [w88, w80, w72, w64] = [88, 80, 72, 64].map((bits) => weight(bits, modulus)) as [
    number,
    number,
    number,
    number,
  ];
  const [w56, w48, w40, w32] = [56, 48, 40, 32].map((bits) => weight(bits, modulus)) as [
    number,
    number,
    number,
    number,
  ];
  return (c, output, count, sign) => {
    for (let n = 0, at = 0; n < count; n++, at += 16) {
      const upper = output.getUint32(at);
      const middle = output.getUint32(at + 4);
      const first =
        (upper >>> 24) * w88 + ((upper >>> 16) & 255) * w80 + ((upper >>> 8) & 255) * w72 + (upper & 255) * w64;
      const second =
        (middle >>> 24) * w56 + ((middle >>> 16) & 255) * w48 + ((middle >>> 8) & 255) * w40 + (middle & 255) * w32;
      const y = remainder(remainder(first) + second + output.getUint32(at + 8));
      const sum = (c[n] as number) + sign * y;
      c[n] = sum < 0 ? sum + modulus : sum >= modulus ? sum - modulus : sum;
    }
  };
}
