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
