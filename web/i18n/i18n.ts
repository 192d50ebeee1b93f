import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, languageAtStart, languages, languageTags } from './languages.ts';

/** One chunk a language: a page ships the one it shows. */
const texts: Readonly<Record<Language, () => Promise<{ default: Readonly<Record<string, string>> }>>> = {
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
  const { default: words } = await texts[language]();
  await i18next.use(initReactI18next).init({
    lng: language,
    supportedLngs: languages,
    fallbackLng: false,
    resources: { [language]: { translation: words } },
    // Keys are flat: `menu.productlist` is a name, not a path.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  document.documentElement.lang = languageTags[language];
}

/** Shows the console in another language, fetching its texts first if they are not here yet. */
export async function showLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    const { default: words } = await texts[language]();
    i18next.addResourceBundle(language, 'translation', words);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = languageTags[language];
}

export const currentLanguage = (): Language => (i18next.language as Language | undefined) ?? languageAtStart();

/** A text outside of React; components use `useTranslation` of react-i18next. */
export const translate = (key: string, params: Record<string, unknown> = {}): string => i18next.t(key, params);
