import { Password } from '@suyuan/contract/access/password.ts';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeField } from '#ui/forms/CodeField.tsx';
import { PasswordField } from '#ui/forms/PasswordField.tsx';
import { lengthOf } from '#ui/limits.ts';

interface Secrets {
  readonly account_password: string;
  readonly one_time_code: string;
}

interface SecretsFormProps {
  readonly submit: string;
  readonly onSubmit: (secrets: Secrets) => Promise<void>;
}

/** Asks for password and one-time code, so that a session left open does not suffice for the action. */
export function SecretsForm({ submit, onSubmit }: SecretsFormProps) {
  const { t } = useTranslation();
  const [secrets, setSecrets] = useState<Secrets>({ account_password: '', one_time_code: '' });
  const [problems, setProblems] = useState<ApiError['fields']>([]);
  const [busy, setBusy] = useState(false);
  const problemOf = (field: keyof Secrets) => problems.find(({ path }) => path === field)?.message;
  const change = (field: keyof Secrets, value: string) => {
    setSecrets({ ...secrets, [field]: value });
    setProblems(problems.filter(({ path }) => path !== field));
  };

  async function send(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblems([]);
    try {
      await onSubmit(secrets);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblems(error.fields);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="two-step-form" noValidate onSubmit={send}>
      <PasswordField
        label={t('password.old_password')}
        name="account_password"
        autoComplete="current-password"
        required
        {...lengthOf(Password())}
        value={secrets.account_password}
        problem={problemOf('account_password')}
        onChange={(event) => change('account_password', event.target.value)}
      />
      <CodeField
        label={t('twoStep.codeOrRecovery')}
        letters
        value={secrets.one_time_code}
        problem={problemOf('one_time_code')}
        onChange={(code) => change('one_time_code', code)}
      />
      <button
        type="submit"
        className="solid-button"
        disabled={busy || Object.values(secrets).some((secret) => secret.trim() === '')}
        aria-busy={busy}
      >
        {submit}
      </button>
    </form>
  );
}
