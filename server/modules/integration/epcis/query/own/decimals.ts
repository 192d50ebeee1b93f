import { plainDecimal } from '#epcis/model/values.ts';

/** The sign of the order of two numbers, whatever their lengths are. */
export function comparedDecimals(one: string, other: string): number {
  const [a, b] = [plainDecimal(one), plainDecimal(other)];
  if (a === null || b === null) return Math.sign(Number(one) - Number(other));
  const [fractionOfA, fractionOfB] = [a.split('.')[1] ?? '', b.split('.')[1] ?? ''];
  const digits = Math.max(fractionOfA.length, fractionOfB.length);
  const scaled = (text: string, fraction: string) =>
    BigInt(`${text.replace('.', '')}${'0'.repeat(digits - fraction.length)}`);
  const difference = scaled(a, fractionOfA) - scaled(b, fractionOfB);
  return difference < 0n ? -1 : Number(difference > 0n);
}
