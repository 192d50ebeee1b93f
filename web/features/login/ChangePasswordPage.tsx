import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LanguageButtons } from '../../i18n/LanguageButtons.tsx';
import { PasswordForm } from '../../session/PasswordForm.tsx';
import { passwordChanged, signOut } from '../../session/session.ts';
import { BrandPanel } from './BrandPanel.tsx';
import './login.css';

/** Where someone who signed in with a temporary password sets their own; nothing else can be done before. */
export default function ChangePasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goOn = () => {
    passwordChanged();
    void navigate('/', { replace: true });
  };
  return (
    <div className="login">
      <BrandPanel />
      <main className="login-side">
        <LanguageButtons />
        <div className="login-card">
          <h1>{t('password.setOwn')}</h1>
          <p className="login-lead">{t('password.setOwnLead')}</p>
          <PasswordForm onChanged={goOn} />
          <p>
            <button type="button" className="link-button" onClick={() => void signOut()}>
              {t('navbar.logOut')}
            </button>
          </p>
        </div>
      </main>
    </div>
  );
}
