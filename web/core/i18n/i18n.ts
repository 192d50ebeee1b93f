import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, languageAtStart, languages, languageTags } from './languages.ts';
import type { Words } from './ownNames.ts';

/** One chunk a language: a page ships the one it shows. */
const texts: Readonly<Record<Language, () => Promise<{ default: Words }>>> = {
  zh: () => import('./texts.zh.ts'),
  en: () => import('./texts.en.ts'),
  es: () => import('./texts.es.ts'),
  ja: () => import('./texts.ja.ts'),
};

let started: Promise<void> = Promise.resolve();

export function startTranslation(language: Language): Promise<void> {
  started = start(language);
  return started;
}

/** Whoever speaks from outside of React waits for this: a call can fail before the texts have arrived. */
export const textsReady = (): Promise<void> => started;

async function start(language: Language): Promise<void> {
  const words = await wordsOf(language);
  await i18next.use(initReactI18next).init({
    lng: language,
    supportedLngs: languages,
    fallbackLng: false,
    returnEmptyString: false,
    resources: { [language]: { translation: words } },
    // Keys are flat: `menu.productlist` is a name, not a path.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    // Names that the enterprise gives are shown at once.
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
  document.documentElement.lang = languageTags[language];
}

let own: Readonly<Partial<Record<Language, Words>>> = {};

/** The texts of a language, with the enterprise's own names in the place of the built-in ones. */
async function wordsOf(language: Language): Promise<Words> {
  const { default: words } = await texts[language]();
  return { ...words, ...own[language] };
}

/** Shows the names that the enterprise gives to menus and buttons, in place of those given before. */
export async function showOwnNames(names: Readonly<Record<Language, Words>>): Promise<void> {
  if (JSON.stringify(names) === JSON.stringify(own)) return;
  const before = own;
  own = names;
  for (const language of languages.filter((one) => i18next.hasResourceBundle(one, 'translation'))) {
    // Names of buttons have no built-in text behind them: without a name of their own they are empty, which counts as none.
    const gone = Object.fromEntries(Object.keys(before[language] ?? {}).map((key) => [key, '']));
    i18next.addResourceBundle(language, 'translation', { ...gone, ...(await wordsOf(language)) }, true, true);
  }
}

/** Shows the console in another language, fetching its texts first if they are not here yet. */
export async function showLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await wordsOf(language));
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = languageTags[language];
}

export const currentLanguage = (): Language => (i18next.language as Language | undefined) ?? languageAtStart();

/** A text outside of React; components use `useTranslation` of react-i18next. */
export const translate = (key: string, params: Record<string, unknown> = {}): string => i18next.t(key, params);
