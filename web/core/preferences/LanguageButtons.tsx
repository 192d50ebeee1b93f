import { languageFacts, languages } from '../i18n/languages.ts';
import { useTranslation } from '../i18n/useTranslation.ts';
import { switchLanguage } from './switchLanguage.ts';

/** Buttons for all languages, for pages outside of the layout. */
export function LanguageButtons() {
  const { t, i18n } = useTranslation();
  return (
    <fieldset className="language-buttons" aria-label={t('language.choose')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={languageFacts[language].tag}
          aria-pressed={i18n.language === language}
          onClick={() => void switchLanguage(language)}
        >
          {languageFacts[language].name}
        </button>
      ))}
    </fieldset>
  );
}
