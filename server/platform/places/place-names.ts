import { pinyin } from 'pinyin-pro';

/** Names of places that are known in Chinese, in another language. */

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** ISO 3166-1 codes by the Chinese names of countries; those that have one. */
const countries = new Map(
  letters.flatMap((one) =>
    letters.flatMap((other): [string, string][] => {
      const name = countryIn('zh', one + other);
      return name === undefined ? [] : [[name, one + other]];
    }),
  ),
);

/** What a country is called in a language; nothing where the name is none of a country. */
export function countryNamed(chinese: string, language: string): string | undefined {
  const code = countries.get(chinese);
  return code && countryIn(language, code);
}

function countryIn(language: string, code: string): string | undefined {
  return new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code);
}

/** A city in Latin letters, as it is written abroad: 福州市 is Fuzhou, 西安市 Xi’an. Other places stay as they are. */
export function cityInLatin(chinese: string): string | undefined {
  const city = /^(\p{Script=Han}{2,})市$/u.exec(chinese)?.[1];
  if (city === undefined) return undefined;
  const [first = '', ...others] = pinyin(city, { toneType: 'none', type: 'array' });
  const written = first + others.map((sound) => (/^[aeo]/.test(sound) ? `’${sound}` : sound)).join('');
  return written.charAt(0).toUpperCase() + written.slice(1);
}
