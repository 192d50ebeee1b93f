import { pinyin } from 'pinyin-pro';

/** Names of places that are known in Chinese, in another language. */

/** What a country is called in a language; nothing where the name is none of a country. */
export function countryNamed(chinese: string, language: string): string | undefined {
  const code = countryCodes().get(chinese);
  return code && regionNames(language).of(code);
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let codes: ReadonlyMap<string, string> | undefined;

/** ISO 3166-1 codes by the Chinese names of countries; those that have one. Made when the first is asked for. */
function countryCodes(): ReadonlyMap<string, string> {
  codes ??= new Map(
    letters
      .flatMap((one) => letters.map((other) => one + other))
      .flatMap((code): [string, string][] => {
        const name = regionNames('zh').of(code);
        return name === undefined ? [] : [[name, code]];
      }),
  );
  return codes;
}

const namesByLanguage = new Map<string, Intl.DisplayNames>();

function regionNames(language: string): Intl.DisplayNames {
  const names =
    namesByLanguage.get(language) ?? new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  namesByLanguage.set(language, names);
  return names;
}

/** A city in Latin letters, as it is written abroad: 福州市 is Fuzhou, 西安市 Xi’an. Other places stay as they are. */
export function cityInLatin(chinese: string): string | undefined {
  const city = /^(\p{Script=Han}{2,})市$/u.exec(chinese)?.[1];
  if (city === undefined) return undefined;
  const [first = '', ...others] = pinyin(city, { toneType: 'none', type: 'array' });
  const written = first + others.map((sound) => (/^[aeo]/.test(sound) ? `’${sound}` : sound)).join('');
  return written.charAt(0).toUpperCase() + written.slice(1);
}
