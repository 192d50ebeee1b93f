import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { redirectTarget } from '#core/navigation/redirectTarget.ts';
import { signOut, twoStepSetUp } from '#core/session/session.ts';
import { TwoStepSetup } from '#ui/account/TwoStepSetup.tsx';
import { LoginFrame } from './LoginFrame.tsx';

/** Asks to set up two-step sign-in if a role requires it; nothing else is possible before. */
export default function TwoStepPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const goOn = () => {
    twoStepSetUp();
    void navigate(redirectTarget(search), { replace: true });
  };
  return (
    <LoginFrame title={t('twoStep.setUp')} lead={t('twoStep.setUpLead')}>
      <TwoStepSetup onDone={goOn} />
      <p>
        <button type="button" className="link-button" onClick={() => void signOut()}>
          {t('navbar.logOut')}
        </button>
      </p>
    </LoginFrame>
  );
}
