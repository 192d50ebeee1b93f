import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { redirectTarget } from '#core/navigation/redirectTarget.ts';
import { passwordChanged, signOut } from '#core/session/session.ts';
import { PasswordForm } from '#ui/account/PasswordForm.tsx';
import { LoginFrame } from './LoginFrame.tsx';

/** Asks for a new password after signing in with a temporary one; nothing else is possible before. */
export default function ChangePasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const goOn = () => {
    passwordChanged();
    void navigate(redirectTarget(search), { replace: true });
  };
  return (
    <LoginFrame title={t('password.setOwn')} lead={t('password.setOwnLead')}>
      <PasswordForm onChanged={goOn} />
      <p>
        <button type="button" className="link-button" onClick={() => void signOut()}>
          {t('navbar.logOut')}
        </button>
      </p>
    </LoginFrame>
  );
}
