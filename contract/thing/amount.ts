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
 * An amount of one product: `240 瓶 (40 箱)`, `242 瓶 (40 箱 2 瓶)`. `counting` is undefined for mixed goods, and for those whose
 * product says nothing: then the neutral word stands beside the number.
 */
export function amountText(
  units: number,
  counting: CountedIn | undefined,
  { language, count, neutral }: AmountWords,
): string {
  const unit = counting?.unit;
  if (!counting || !unit) return neutral(units);
  const amountIn = (amount: number, symbol: string) => `${count(amount)} ${unitFor(language, symbol, amount)}`;
  const whole = amountIn(units, unit);
  const around = packageOf(counting);
  if (!around || units < around.units) return whole;
  const rest = units % around.units;
  const packages = amountIn((units - rest) / around.units, around.symbol);
  return `${whole} (${packages}${rest > 0 ? ` ${amountIn(rest, unit)}` : ''})`;
}

/**
 * Names of units beside an amount that is not one. The enterprise names its units once, in the singular; Chinese and Japanese have no
 * plural, and English and Spanish form that of words for packages by rule: bottles, gift boxes, pouches; botellas, cajas de regalo,
 * cartones. Abbreviations stay as they are: they have no vowel or are of two letters (kg, btl, pcs).
 */
export function unitFor(language: string, symbol: string, amount: number): string {
  const plural = pluralIn[language as keyof typeof pluralIn];
  if (!plural || new Intl.PluralRules(language).select(amount) === 'one' || !isWord(symbol)) return symbol;
  return plural(symbol);
}

const isWord = (symbol: string): boolean => /^[a-zñáéíóúü -]{3,}$/i.test(symbol) && /[aeiouáéíóú]/i.test(symbol);

const pluralIn = {
  /** The noun is last, or before "of". */
  en: (symbol: string) => symbol.replace(/^.*?(?= of )|^.*$/i, (noun) => pluralOf(noun, english)),
  /** The noun is first. */
  es: (symbol: string) => symbol.replace(/^\S+/, (noun) => pluralOf(noun, spanish)),
};

type Rule = readonly [ending: RegExp, plural: string];

/** The first rule whose ending fits applies. */
const pluralOf = (noun: string, rules: readonly Rule[]): string => {
  const rule = rules.find(([ending]) => ending.test(noun));
  return rule ? noun.replace(...rule) : `${noun}s`;
};

const english: readonly Rule[] = [
  [/(ss|x|z|ch|sh)$/i, '$1es'],
  // A plural already.
  [/s$/i, 's'],
  [/([^aeiou])y$/i, '$1ies'],
];

const spanish: readonly Rule[] = [
  [/s$/i, 's'],
  [/z$/i, 'ces'],
  [/án$/i, 'anes'],
  [/én$/i, 'enes'],
  [/ín$/i, 'ines'],
  [/ón$/i, 'ones'],
  [/([^aeiouáéó])$/i, '$1es'],
];
