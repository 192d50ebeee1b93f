import { appTitle } from '@suyuan/contract/app-title.ts';
import { icpPublic } from '@suyuan/contract/base/enterprise.ts';
import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { useEffect, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeForm } from './form/CodeForm.tsx';
import { LoginForm } from './form/LoginForm.tsx';
import type { Credentials } from './form/useSignIn.ts';
import { LoginFrame } from './LoginFrame.tsx';

/** `onIdle` is called when the page has rendered and the browser is idle. */
export default function LoginPage({ onIdle }: { onIdle: () => unknown }) {
  const { t } = useTranslation();
  /** Credentials with a correct password, while the one-time code is asked for. */
  const [credentials, setCredentials] = useState<Credentials>();
  const [before, setBefore] = useState<Credentials>();
  const goBack = () => {
    setBefore(credentials);
    setCredentials(undefined);
  };
  useEffect(() => {
    const timer = setTimeout(onIdle, 1500);
    return () => clearTimeout(timer);
  }, [onIdle]);
  const foot = (
    <footer className="login-foot">
      <a className="login-handheld" href="/handheld/">
        {t('login.handheld')}
      </a>
      {appTitle}
      <IcpNumber />
    </footer>
  );
  return credentials ? (
    <LoginFrame title={t('field.two_step')} lead={t('login.codeLead', { name: credentials.account_name })} foot={foot}>
      <CodeForm credentials={credentials} onBack={goBack} />
    </LoginFrame>
  ) : (
    <LoginFrame title={t('login.title')} lead={t('login.lead')} foot={foot}>
      <LoginForm before={before} onCodeNeeded={setCredentials} />
    </LoginFrame>
  );
}

/** The public register of ICP numbers. */
const register = 'https://beian.miit.gov.cn/';

/** The ICP number that Chinese law requires at the foot of a site, if the enterprise has one. */
function IcpNumber() {
  const [icp, setIcp] = useState<OutputOf<typeof icpPublic>>();
  useEffect(() => {
    const cancel = new AbortController();
    call(icpPublic, {}, { signal: cancel.signal, background: true })
      .then(setIcp)
      .catch(() => undefined);
    return () => cancel.abort();
  }, []);
  if (!icp?.icp_number) return null;
  return (
    <a className="login-icp" href={icp.icp_url ?? register} target="_blank" rel="noopener noreferrer">
      {icp.icp_number}
    </a>
  );
}
