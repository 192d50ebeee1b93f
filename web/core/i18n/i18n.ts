import type { MenuSelection } from '@suyuan/contract/organ/session.ts';
import i18next from 'i18next';
import { type Language, languageAtStart, languageFacts, languages } from './languages.ts';
import type { TextBranch, TextKey } from './textKeys.ts';
import { renewTexts } from './useTranslation.ts';

/** One chunk for each language and branch, so that a page loads only the texts that it shows. */
const files = import.meta.glob<TextsByKey>(
  [
    '../../../locales/*/*.json',
    '!../../../locales/*/server.json',
    '!../../../locales/*/consumer.json',
    '!../../../locales/*/handheld.json',
  ],
  { import: 'default' },
);

/** The namespaces: names given by the enterprise (`own`) take precedence over the built-in texts. */
const namespace = 'translation';
const own = 'own';

/** The branches whose texts are loaded, by language. */
const here = new Map<Language, Set<TextBranch>>(languages.map((language) => [language, new Set()]));

let readiness: Promise<void> = Promise.resolve();

export function startTranslation(language: Language): Promise<void> {
  readiness = start(language);
  return readiness;
}

/** Resolves once the first texts are loaded. Code outside of React awaits it, since a call can fail before that. */
export const textsReady = (): Promise<void> => readiness;

async function start(language: Language): Promise<void> {
  const texts = await textsOf(language, 'start');
  await i18next.init({
    lng: language,
    supportedLngs: languages,
    fallbackLng: false,
    returnEmptyString: false,
    resources: { [language]: { [namespace]: texts } },
    defaultNS: own,
    fallbackNS: namespace,
    // Keys are flat: `menu.productlist` is a name, not a path.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  // Renders names given by the enterprise at once.
  i18next.store.on('added', renewTexts);
  i18next.on('languageChanged', renewTexts);
  renewTexts();
  here.get(language)?.add('start');
  document.documentElement.lang = languageFacts[language].tag;
}

async function textsOf(language: Language, branch: TextBranch): Promise<TextsByKey> {
  const load = files[`../../../locales/${language}/${branch}.json`];
  if (!load) throw new Error(`There is no file of the texts of ${branch} in ${language}.`);
  return load();
}

/** Loads the texts of branches in the current language; components that use them are rendered after that. */
export async function bringTexts(branches: readonly TextBranch[]): Promise<void> {
  // The language may be switched meanwhile.
  while (lacking(currentLanguage(), branches).length > 0) await bring(currentLanguage(), branches);
}

const lacking = (language: Language, branches: Iterable<TextBranch>): TextBranch[] =>
  [...branches].filter((branch) => !here.get(language)?.has(branch));

async function bring(language: Language, branches: Iterable<TextBranch>): Promise<void> {
  const coming = lacking(language, branches).map(async (branch) => {
    const texts = await textsOf(language, branch);
    await readiness;
    // Silent, since no rendered component uses them yet. `deep` adds them to the earlier ones instead of copying all of them.
    i18next.addResourceBundle(language, namespace, texts, true, true, { silent: true, skipCopy: true });
    here.get(language)?.add(branch);
  });
  await Promise.all(coming);
}

/** All branches, for a page with texts of any of them. */
export const allBranches: readonly TextBranch[] = [
  ...new Set(Object.keys(files).map((path) => path.replace(/^.*\/(\w+)\.json$/, '$1') as TextBranch)),
];

let json = '';

/** Sets the names that the enterprise has given to menus and buttons, replacing earlier ones. */
export function showOwnNames(names: Readonly<Record<Language, TextsByKey>>): void {
  if (JSON.stringify(names) === json) return;
  json = JSON.stringify(names);
  for (const language of languages) {
    i18next.removeResourceBundle(language, own);
    i18next.addResourceBundle(language, own, names[language]);
  }
}

/** Switches the language, after loading the texts of all branches in use. */
export async function showLanguage(language: Language): Promise<void> {
  const inUse = (): Iterable<TextBranch> => here.get(currentLanguage()) ?? [];
  while (lacking(language, inUse()).length > 0) await bring(language, inUse());
  await i18next.changeLanguage(language);
  document.documentElement.lang = languageFacts[language].tag;
}

export const currentLanguage = (): Language => (i18next.language as Language | undefined) ?? languageAtStart();

/** A text outside of React; components use `useTranslation`. */
export const translate = (key: TextKey, params: Readonly<Record<string, unknown>> = {}): string =>
  i18next.t(key, params);

type TextsByKey = Readonly<Record<string, string>>;

/** The enterprise's names for menus and buttons, as texts that override the built-in ones. */
export function ownNames(selections: readonly MenuSelection[]): Readonly<Record<Language, TextsByKey>> {
  const entries = selections.flatMap(({ menu_key, names, listMenuButtons }) => [
    { key: `menu.${menu_key}`, names },
    ...listMenuButtons.map((button) => ({ key: `button.${button.menu_button_code}`, names: button.names })),
  ]);
  const textsOf = (language: Language) =>
    Object.fromEntries(entries.flatMap(({ key, names }) => (names?.[language] ? [[key, names[language]]] : [])));
  return Object.fromEntries(languages.map((language) => [language, textsOf(language)])) as Record<Language, TextsByKey>;
}
