import { unitFor } from './unit-plural.ts';

/** Amounts of goods in words, for screens and papers: 240 bottles are told as 40 cases, too. */

interface CountedIn {
  readonly unit: string | null;
  readonly packages: readonly { readonly symbol: string; readonly level: number; readonly units: number }[];
}

interface AmountWords {
  readonly language: string;
  readonly count: (value: number) => string;
  readonly neutral: (value: number) => string;
}

/** The level of a case, in which warehouses count. */
const caseLevel = 3;

/** The package that goods are counted in: a case, or else what is packed next to it. */
export function packageOf({ packages }: CountedIn): CountedIn['packages'][number] | undefined {
  const larger = packages.filter(({ units }) => units > 1);
  return larger.find(({ level }) => level >= caseLevel) ?? larger.at(-1);
}

/**
 * An amount of one product: `240 瓶 (40 箱)`, `242 瓶 (40 箱 2 瓶)`. `counted` is undefined for mixed goods, and for those whose
 * product says nothing: then the neutral word stands beside the number.
 */
export function amountText(
  units: number,
  counted: CountedIn | undefined,
  { language, count, neutral }: AmountWords,
): string {
  const unit = counted?.unit;
  if (!counted || !unit) return neutral(units);
  const named = (amount: number, symbol: string) => `${count(amount)} ${unitFor(language, symbol, amount)}`;
  const whole = named(units, unit);
  const around = packageOf(counted);
  if (!around || units < around.units) return whole;
  const rest = units % around.units;
  const packages = named((units - rest) / around.units, around.symbol);
  return `${whole} (${packages}${rest > 0 ? ` ${named(rest, unit)}` : ''})`;
}
