import { blockCipher, rounds, shapeOf } from './ff1.ts';

/** FF1 with an empty tweak, batched, for halves too long for doubles: the same as `ff1-batch.ts` in bigints. */
export interface WideHalves {
  a: bigint[];
  b: bigint[];
}

export function createFf1Wide(key: Uint8Array, radix: number, length: number) {
  const { u, v, b, d, p } = shapeOf(radix, length, 0);
  // A half of at most 12 bytes: Q is one block, and one block of output holds y.
  if (b > 12) throw new RangeError(`halves of ${b} bytes are longer than any code`);
  const aes = blockCipher(key);
  const encryptedP = aes(p);
  const moduli = [BigInt(radix) ** BigInt(u), BigInt(radix) ** BigInt(v)] as const;

  const round = (i: number, x: readonly bigint[], c: bigint[], sign: 1n | -1n) => {
    const modulus = moduli[i % 2 === 0 ? 0 : 1];
    const blocks = Buffer.alloc(16 * x.length);
    x.forEach((half, n) => {
      const q = (BigInt(i) << BigInt(8 * b)) | half;
      blocks.writeBigUInt64BE(q >> 64n, 16 * n);
      blocks.writeBigUInt64BE(q & 0xffff_ffff_ffff_ffffn, 16 * n + 8);
    });
    for (let at = 0; at < blocks.length; at++) blocks[at] = (blocks[at] as number) ^ (encryptedP[at & 15] as number);
    const output = aes(blocks);
    c.forEach((value, n) => {
      const whole = (output.readBigUInt64BE(16 * n) << 64n) | output.readBigUInt64BE(16 * n + 8);
      const sum = (value + sign * (whole >> BigInt(8 * (16 - d)))) % modulus;
      c[n] = sum < 0n ? sum + modulus : sum;
    });
  };
  return {
    encrypt({ a, b: lower }: WideHalves): void {
      for (let i = 0; i < rounds; i += 2) {
        round(i, lower, a, 1n);
        round(i + 1, a, lower, 1n);
      }
    },
    decrypt({ a, b: lower }: WideHalves): void {
      for (let i = rounds - 2; i >= 0; i -= 2) {
        round(i + 1, a, lower, -1n);
        round(i, lower, a, -1n);
      }
    },
  };
}
