import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { twoStepBegin, twoStepConfirm } from '@suyuan/contract/organ/own-account.ts';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeSymbol } from '../code/CodeSymbol.tsx';
import { CodeField } from '../forms/CodeField.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { textLimit } from '../limits.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import './twoStep.css';

type Step =
  | { readonly kind: 'password' }
  | { readonly kind: 'app'; readonly enrolment: OutputOf<typeof twoStepBegin> }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** Sets up two-step sign-in: password, authenticator app, a code of the app, and recovery codes to store. */
export function TwoStepSetup({ onDone }: { onDone: () => void }) {
  const [step, setStep] = useState<Step>({ kind: 'password' });
  if (step.kind === 'codes') return <RecoveryCodes codes={step.codes} onKept={onDone} />;
  if (step.kind === 'app') {
    return <AppStep enrolment={step.enrolment} onConfirmed={(codes) => setStep({ kind: 'codes', codes })} />;
  }
  return <PasswordStep onBegun={(enrolment) => setStep({ kind: 'app', enrolment })} />;
}

function PasswordStep({ onBegun }: { onBegun: (enrolment: OutputOf<typeof twoStepBegin>) => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const { busy, problem, run, forget } = useFieldCall('account_password');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => onBegun(await call(twoStepBegin, { account_password: password }, { fieldErrors: true })));
  };
  return (
    <form className="two-step-form" noValidate onSubmit={submit}>
      <PasswordField
        label={t('password.old_password')}
        name="account_password"
        autoComplete="current-password"
        required
        {...textLimit(twoStepBegin, 'account_password')}
        value={password}
        problem={problem}
        onChange={(event) => {
          setPassword(event.target.value);
          forget();
        }}
      />
      <button type="submit" className="solid-button" disabled={busy || password === ''} aria-busy={busy}>
        {t('edit.next')}
      </button>
    </form>
  );
}

interface AppStepProps {
  readonly enrolment: OutputOf<typeof twoStepBegin>;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
}

function AppStep({ enrolment: { secret, uri }, onConfirmed }: AppStepProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const { busy, problem, run, forget } = useFieldCall('one_time_code');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const { recovery_codes } = await call(twoStepConfirm, { one_time_code: code }, { fieldErrors: true });
      onConfirmed(recovery_codes);
    });
  };
  return (
    <form className="two-step-form" noValidate onSubmit={submit}>
      <p>{t('twoStep.scan')}</p>
      <div className="two-step-app">
        <CodeSymbol text={uri} symbol="qrcode" label={t('twoStep.qrLabel')} size={176} />
        <p>
          {t('twoStep.typeIn')}
          <code className="two-step-secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
      </div>
      <CodeField
        label={t('twoStep.code')}
        value={code}
        problem={problem}
        onChange={(text) => {
          setCode(text);
          forget();
        }}
      />
      <button type="submit" className="solid-button" disabled={busy || code.trim() === ''} aria-busy={busy}>
        {t('twoStep.confirm')}
      </button>
    </form>
  );
}

/** State of a call with one field: whether it is pending, and the problem with the field. */
function useFieldCall(field: string) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fields.find(({ path }) => path === field)?.message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, run, forget: () => setProblem(undefined) };
}
