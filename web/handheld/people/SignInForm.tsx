import { type AccountType, accountTypes } from '@suyuan/contract/access/account-type.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CallFailure, call } from '../calls/call.ts';
import { tellServer } from '../calls/tell-server.ts';
import { Languages } from '../settings/Languages.tsx';
import { deviceId, type StoredPerson } from '../storage/database.ts';
import type { SignIn } from './people.ts';

/** The code of the answer to a right password of somebody with two-step verification. */
const needsSecondStep = 40_120;

interface SignInFormProps {
  /** Who has to enter the password, if that is known. */
  readonly person: StoredPerson | undefined;
  readonly onSignedIn: (signIn: SignIn) => void;
  readonly onBack: (() => void) | undefined;
}

export function SignInForm({ person, onSignedIn, onBack }: SignInFormProps) {
  const { t } = useTranslation();
  const [type, setType] = useState<AccountType>(person?.account_type ?? 1);
  const [asksCode, setAsksCode] = useState(false);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const field = (name: string) => String(data.get(name) ?? '').trim();
    setBusy(true);
    try {
      const code = field('code');
      const credentials = {
        account_name: field('name'),
        account_password: String(data.get('password')),
        account_type: type,
        device: await deviceId(),
      };
      const token = await call(login, { ...credentials, ...(code && { one_time_code: code }) });
      onSignedIn(await signInOf(token, type));
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.code === needsSecondStep) setAsksCode(true);
      setProblem(error.message);
    }
    setBusy(false);
  };
  return (
    <main className="page page-entrance">
      <h1>{t('handheld.signIn')}</h1>
      <form onSubmit={submit}>
        <fieldset className="kinds">
          {accountTypes.map((kind) => (
            <button key={kind} type="button" aria-pressed={kind === type} onClick={() => setType(kind)}>
              {t(`handheld.kind${kind}`)}
            </button>
          ))}
        </fieldset>
        <label>
          {t('handheld.account')}
          <input name="name" autoComplete="username" autoCapitalize="none" required defaultValue={person?.name} />
        </label>
        <label>
          {t('handheld.password')}
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        {asksCode && (
          <label>
            {t('handheld.oneTimeCode')}
            <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
          </label>
        )}
        {problem && (
          <p className="hint hint-wrong" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" className="wide wide-main" disabled={isBusy}>
          {t(isBusy ? 'handheld.signingIn' : 'handheld.signIn')}
        </button>
      </form>
      {onBack && (
        <button type="button" className="wide" onClick={onBack}>
          {t('handheld.back')}
        </button>
      )}
      <Languages />
    </main>
  );
}

/** What the handheld keeps of a sign-in. */
async function signInOf(token: string, account_type: AccountType): Promise<SignIn> {
  const { account, public_key, recovery_key } = await tellServer(token, {});
  const session = { token, publicKey: public_key, permissions: account.permissions };
  return { name: account.name, account_type, session, recoveryKey: recovery_key };
}
