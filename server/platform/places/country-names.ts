/** The name of a country in a language, by its Chinese name; undefined if it is not that of a country. */
export function countryNamed(chinese: string, language: string): string | undefined {
  const code = countryCodes().get(chinese);
  return code && regionNames(language).of(code);
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let codes: ReadonlyMap<string, string> | undefined;

/** The ISO 3166-1 codes of countries by their Chinese names, made on first use. */
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
