import i18next from 'i18next';
import { chooseLanguage, type Language, languageFacts, languages } from '#core/i18n/languages.ts';
import { renewTexts } from '#core/i18n/useTranslation.ts';

const files = import.meta.glob<Readonly<Record<string, string>>>('../../locales/*/handheld.json', {
  import: 'default',
});

const setting = 'handheld.language';

/** The language that was chosen on this handheld, else that of the browser. */
export async function startTexts(): Promise<void> {
  const language = chooseLanguage(localStorage.getItem(setting) ?? undefined, navigator.languages);
  await i18next.init({
    lng: language,
    supportedLngs: languages,
    fallbackLng: false,
    resources: { [language]: { translation: await textsOf(language) } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  show(language);
}

export async function switchLanguage(language: Language): Promise<void> {
  localStorage.setItem(setting, language);
  i18next.addResourceBundle(language, 'translation', await textsOf(language));
  await i18next.changeLanguage(language);
  show(language);
}

function show(language: Language): void {
  document.documentElement.lang = languageFacts[language].tag;
  document.title = i18next.t('handheld.title');
  renewTexts();
}

async function textsOf(language: Language): Promise<Readonly<Record<string, string>>> {
  return (await files[`../../locales/${language}/handheld.json`]?.()) ?? {};
}
