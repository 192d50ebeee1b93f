import i18next from 'i18next';
import { type Language, languageAtStart, languages, languageTags } from './languages.ts';
import type { TextsByKey } from './ownNames.ts';
import type { TextBranch, TextKey } from './textKeys.ts';
import { renewTexts } from './useTranslation.ts';

/** One chunk for each language and branch: a page ships what it shows. */
const files = import.meta.glob<TextsByKey>(
  ['../../../locales/*/*.json', '!../../../locales/*/server.json', '!../../../locales/*/consumer.json'],
  { import: 'default' },
);

/** The names that the enterprise gives are looked up before the built-in texts. */
const built = 'translation';
const own = 'own';

/** The branches whose texts are here. */
const here = new Map<Language, Set<TextBranch>>(languages.map((language) => [language, new Set()]));

let started: Promise<void> = Promise.resolve();

export function startTranslation(language: Language): Promise<void> {
  started = start(language);
  return started;
}

/** Whoever speaks from outside of React waits for this: a call can fail before the texts have arrived. */
export const textsReady = (): Promise<void> => started;

async function start(language: Language): Promise<void> {
  const texts = await textsOf(language, 'start');
  await i18next.init({
    lng: language,
    supportedLngs: languages,
    fallbackLng: false,
    returnEmptyString: false,
    resources: { [language]: { [built]: texts } },
    defaultNS: own,
    fallbackNS: built,
    // Keys are flat: `menu.productlist` is a name, not a path.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  // Names that the enterprise gives are shown at once.
  i18next.store.on('added', renewTexts);
  i18next.on('languageChanged', renewTexts);
  renewTexts();
  here.get(language)?.add('start');
  document.documentElement.lang = languageTags[language];
}

async function textsOf(language: Language, branch: TextBranch): Promise<TextsByKey> {
  const load = files[`../../../locales/${language}/${branch}.json`];
  if (!load) throw new Error(`There is no file of the texts of ${branch} in ${language}.`);
  return load();
}

/** Fetches the texts of branches in the language shown. What speaks with them is shown afterwards, and only then. */
export async function bringTexts(branches: readonly TextBranch[]): Promise<void> {
  // The language may be switched meanwhile.
  while (lacking(currentLanguage(), branches).length > 0) await bring(currentLanguage(), branches);
}

const lacking = (language: Language, branches: Iterable<TextBranch>): TextBranch[] =>
  [...branches].filter((branch) => !here.get(language)?.has(branch));

async function bring(language: Language, branches: Iterable<TextBranch>): Promise<void> {
  const coming = lacking(language, branches).map(async (branch) => {
    const texts = await textsOf(language, branch);
    await started;
    // Silent: nothing that is shown already speaks with them.
    i18next.addResourceBundle(language, built, texts, false, true, { silent: true, skipCopy: true });
    here.get(language)?.add(branch);
  });
  await Promise.all(coming);
}

/** What all branches say, for a page that speaks of any of them. */
export const allBranches: readonly TextBranch[] = [
  ...new Set(Object.keys(files).map((path) => path.replace(/^.*\/(\w+)\.json$/, '$1') as TextBranch)),
];

let named = '';

/** Shows the names that the enterprise gives to menus and buttons, in place of those given before. */
export function showOwnNames(names: Readonly<Record<Language, TextsByKey>>): void {
  if (JSON.stringify(names) === named) return;
  named = JSON.stringify(names);
  for (const language of languages) {
    i18next.removeResourceBundle(language, own);
    i18next.addResourceBundle(language, own, names[language]);
  }
}

/** Shows the console in another language, fetching the texts of all that is in use if they are not here yet. */
export async function showLanguage(language: Language): Promise<void> {
  const inUse = (): Iterable<TextBranch> => here.get(currentLanguage()) ?? [];
  while (lacking(language, inUse()).length > 0) await bring(language, inUse());
  await i18next.changeLanguage(language);
  document.documentElement.lang = languageTags[language];
}

export const currentLanguage = (): Language => (i18next.language as Language | undefined) ?? languageAtStart();

/** A text outside of React; components use `useTranslation`. */
export const translate = (key: TextKey, params: Readonly<Record<string, unknown>> = {}): string =>
  i18next.t(key, params);
