import { blockCipher, type Ff1Shape, rounds, shapeOf } from './ff1.ts';
import { batchSize, release } from './ff1-batch.ts';

/**
 * FF1 with an empty tweak, batched as in `ff1-batch.ts`, for halves too long for one double: a half is three words of 32 bits,
 * which also matches the words of AES blocks. The words are stored as doubles, since the arithmetic is done in doubles.
 */
export interface WideHalf {
  readonly high: Float64Array;
  readonly middle: Float64Array;
  readonly low: Float64Array;
}

export interface WideHalves {
  readonly a: WideHalf;
  readonly b: WideHalf;
}

const wideHalf = (): WideHalf => ({
  high: new Float64Array(batchSize),
  middle: new Float64Array(batchSize),
  low: new Float64Array(batchSize),
});

/** Shared scratch memory for a batch, as `halves` of `ff1-batch.ts`. */
export const wideHalves: WideHalves = { a: wideHalf(), b: wideHalf() };
const blocks = Buffer.alloc(16 * batchSize);
const blockView = new DataView(blocks.buffer, blocks.byteOffset, blocks.length);

/** The bytes of a half that three words can hold. */
const longestHalf = 12;
const wordSize = 2 ** 32;
const perWord = 1 / wordSize;

export function createFf1Wide(key: Uint8Array, radix: number, length: number) {
  const shape = shapeOf(radix, length, 0);
  // Up to this length, Q is one block and y fits into one block of output.
  if (shape.b > longestHalf) throw new RangeError(`halves of ${shape.b} bytes are longer than any code`);
  if (shape.b <= 4) throw new RangeError('halves this short need createFf1Batch');
  const aes = blockCipher(key);
  const fill = roundBlocks(aes(shape.p), shape);
  const addTo = [
    reducer(BigInt(radix) ** BigInt(shape.u), shape.d),
    reducer(BigInt(radix) ** BigInt(shape.v), shape.d),
  ] as const;

  /** c = c ± F(round, x), for the batch. */
  const round = (i: number, x: WideHalf, c: WideHalf, count: number, sign: 1 | -1) => {
    fill(i, x, count);
    const output = aes(blocks.subarray(0, 16 * count));
    addTo[i % 2 === 0 ? 0 : 1](c, new DataView(output.buffer, output.byteOffset), count, sign);
    if (count > 64) release(output);
  };
  return {
    encrypt({ a, b }: WideHalves, count: number): void {
      for (let i = 0; i < rounds; i += 2) {
        round(i, b, a, count, 1);
        round(i + 1, a, b, count, 1);
      }
    },
    decrypt({ a, b }: WideHalves, count: number): void {
      for (let i = rounds - 2; i >= 0; i -= 2) {
        round(i + 1, a, b, count, -1);
        round(i, b, a, count, -1);
      }
    },
  };
}

/** The AES input blocks of a round, `AES(P) xor Q`: Q is zeros, the round, and the half in b bytes. */
function roundBlocks(encryptedP: Buffer, { b }: Ff1Shape) {
  return (i: number, { high, middle, low }: WideHalf, count: number): void => {
    const constant = Buffer.from(encryptedP);
    constant[15 - b] = (constant[15 - b] as number) ^ i;
    const [first, second, third, fourth] = [0, 4, 8, 12].map((at) => constant.readUInt32BE(at)) as Words;
    for (let n = 0, at = 0; n < count; n++, at += 16) {
      blockView.setUint32(at, first);
      blockView.setUint32(at + 4, second ^ (high[n] as number));
      blockView.setUint32(at + 8, third ^ (middle[n] as number));
      blockView.setUint32(at + 12, fourth ^ (low[n] as number));
    }
  };
}

type Words = [number, number, number, number];
type Limbs = [high: number, middle: number, low: number];

/** c = (c ± y) mod `modulus`, where y is the first `d` bytes of each output block as one number. */
type Reducer = (c: WideHalf, output: DataView, count: number, sign: 1 | -1) => void;

/** A number as three words, in doubles; the highest first. */
const wordsOf = (value: bigint): Limbs => [
  Number(value >> 64n),
  Number((value >> 32n) & 0xffff_ffffn),
  Number(value & 0xffff_ffffn),
];

/**
 * The first two words of y are folded in, 16 bits at a time, by what their weights are modulo `modulus`; the one or two that
 * are left stand as they are.
 *
 * Exactness: four products of 16 and 32 bits, a word of y and one of c make less than 2^51 at each place. Together they are
 * less than 2^19 moduli: four times 2^16, and the words left, which are fewer than the radix. So each product with the factor
 * found is below 2^51 as well, and nothing leaves the 53 bits of a double. The factor, reckoned in doubles, is right or one
 * beside, once in billions: a last step adds one modulus or takes it away.
 */
function reducer(modulus: bigint, d: number): Reducer {
  const inverse = 1 / Number(modulus);
  const [mHigh, mMiddle, mLow] = wordsOf(modulus);
  const weight = (bits: number) => wordsOf(2n ** BigInt(8 * d - bits) % modulus);
  const [pHigh, pMiddle, pLow] = weight(16);
  const [qHigh, qMiddle, qLow] = weight(32);
  const [rHigh, rMiddle, rLow] = weight(48);
  const [sHigh, sMiddle, sLow] = weight(64);
  const hasThirdWord = d === 16;

  return ({ high, middle, low }, output, count, sign) => {
    for (let n = 0, at = 0; n < count; n++, at += 16) {
      const first = output.getUint32(at);
      const second = output.getUint32(at + 4);
      const [p, q, r, s] = [first >>> 16, first & 0xffff, second >>> 16, second & 0xffff];
      const yHigh = p * pHigh + q * qHigh + r * rHigh + s * sHigh;
      const yMiddle =
        p * pMiddle + q * qMiddle + r * rMiddle + s * sMiddle + (hasThirdWord ? output.getUint32(at + 8) : 0);
      const yLow = p * pLow + q * qLow + r * rLow + s * sLow + output.getUint32(hasThirdWord ? at + 12 : at + 8);
      let h = (high[n] as number) + sign * yHigh;
      let m = (middle[n] as number) + sign * yMiddle;
      let l = (low[n] as number) + sign * yLow;

      const times = Math.floor(((h * wordSize + m) * wordSize + l) * inverse);
      l -= times * mLow;
      let carry = Math.floor(l * perWord);
      l -= carry * wordSize;
      m += carry - times * mMiddle;
      carry = Math.floor(m * perWord);
      m -= carry * wordSize;
      h += carry - times * mHigh;

      const isOver = h > mHigh || (h === mHigh && (m > mMiddle || (m === mMiddle && l >= mLow)));
      if (h < 0 || isOver) {
        const back = h < 0 ? 1 : -1;
        l += back * mLow;
        carry = Math.floor(l * perWord);
        l -= carry * wordSize;
        m += back * mMiddle + carry;
        carry = Math.floor(m * perWord);
        m -= carry * wordSize;
        h += back * mHigh + carry;
      }
      high[n] = h;
      middle[n] = m;
      low[n] = l;
    }
  };
}
