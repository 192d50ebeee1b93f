import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import { redirectTarget } from '../../core/navigation/redirectTarget.ts';
import { signOut, twoStepSetUp } from '../../core/session/session.ts';
import { TwoStepSetup } from '../../ui/account/TwoStepSetup.tsx';
import { LoginFrame } from './LoginFrame.tsx';

/** Where someone whose role asks for a second step sets it up; nothing else can be done before. */
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
