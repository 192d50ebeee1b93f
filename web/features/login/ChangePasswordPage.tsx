import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import { redirectTarget } from '../../core/navigation/redirectTarget.ts';
import { passwordChanged, signOut } from '../../core/session/session.ts';
import { PasswordForm } from '../../ui/account/PasswordForm.tsx';
import { LoginFrame } from './LoginFrame.tsx';

/** Where someone who signed in with a temporary password sets their own; nothing else can be done before. */
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
