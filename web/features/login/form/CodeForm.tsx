import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeField } from '#ui/forms/CodeField.tsx';
import { SignInButton } from './SignInButton.tsx';
import { type Credentials, useSignIn } from './useSignIn.ts';

interface CodeFormProps {
  /** Credentials with a correct password. */
  readonly credentials: Credentials;
  readonly onBack: () => void;
}

/** Signs in with a code of an authenticator app, or with a recovery code. */
export function CodeForm({ credentials, onBack }: CodeFormProps) {
  const { t } = useTranslation();
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const { busy, wrongCode, locked, attempt, forget } = useSignIn();
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() === '') return;
    const refusal = await attempt({ ...credentials, one_time_code: code });
    // The password was changed or the account disabled meanwhile, so the person has to start again.
    if (refusal?.code === ErrorCode.wrongCredentials) onBack();
    else if (refusal) form.current?.querySelector('input')?.select();
  }
  const switchKind = () => {
    setRecovery(!recovery);
    setCode('');
    setMissing(false);
    forget();
  };

  return (
    <form ref={form} className="login-form" noValidate onSubmit={submit} aria-labelledby="login-title">
      <CodeField
        label={recovery ? t('twoStep.recoveryCode') : t('twoStep.code')}
        hint={recovery ? t('login.recoveryHint') : t('login.codeHint')}
        letters={recovery}
        autoFocus
        value={code}
        problem={missing ? t('login.codeRequired') : wrongCode}
        onChange={setCode}
      />
      <SignInButton busy={busy} locked={locked} />
      <p className="login-ways">
        <button type="button" className="link-button" onClick={switchKind}>
          {recovery ? t('login.useApp') : t('login.useRecovery')}
        </button>
        <button type="button" className="link-button" onClick={onBack}>
          {t('login.back')}
        </button>
      </p>
    </form>
  );
}
