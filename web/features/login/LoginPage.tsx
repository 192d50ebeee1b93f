import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageButtons } from '../../i18n/LanguageButtons.tsx';
import { appTitle } from '../../navigation/pageTitle.ts';
import { BrandPanel } from './BrandPanel.tsx';
import { LoginForm } from './LoginForm.tsx';
import './login.css';

/** `onIdle` runs once the page stands and the browser has nothing to do. */
export default function LoginPage({ onIdle }: { onIdle: () => unknown }) {
  const { t } = useTranslation();
  useEffect(() => {
    const timer = setTimeout(onIdle, 1500);
    return () => clearTimeout(timer);
  }, [onIdle]);
  return (
    <div className="login">
      <BrandPanel />
      <main className="login-side">
        <LanguageButtons />
        <div className="login-card">
          <h1 id="login-title">{t('login.title')}</h1>
          <p className="login-lead">{t('login.lead')}</p>
          <LoginForm />
        </div>
        <footer className="login-foot">{appTitle}</footer>
      </main>
    </div>
  );
}
