import { languageFacts, languages } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { switchLanguage } from '../texts.ts';

/** The languages, each by its own name. */
export function Languages() {
  const { i18n } = useTranslation();
  return (
    <nav className="languages">
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          aria-pressed={i18n.language === language}
          onClick={() => switchLanguage(language)}
        >
          {languageFacts[language].name}
        </button>
      ))}
    </nav>
  );
}
