import type { ReactNode } from 'react';
import { languageFacts, languages } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { switchLanguage } from '#core/preferences/switchLanguage.ts';
import { BrandPanel } from './BrandPanel.tsx';
import './login.css';

interface LoginFrameProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** The common frame of the pages around signing in. */
export function LoginFrame({ title, lead, children, foot }: LoginFrameProps) {
  return (
    <div className="login">
      <BrandPanel />
      <main className="login-side">
        <LanguageButtons />
        <div className="login-card">
          <h1 id="login-title">{title}</h1>
          <p className="login-lead">{lead}</p>
          {children}
        </div>
        {foot}
      </main>
    </div>
  );
}

/** Buttons for all languages, for pages outside of the layout. */
function LanguageButtons() {
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
