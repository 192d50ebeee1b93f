import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountType } from '../../../contract/sso.ts';
import { ApiError } from '../../api/apiError.ts';
import { Field } from '../../forms/Field.tsx';
import { PasswordField } from '../../forms/PasswordField.tsx';
import { signIn, useSession } from '../../session/session.ts';
import { AccountTypes } from './AccountTypes.tsx';
import { type LoginProblems, loginProblems } from './loginRules.ts';
import { useAccountTypes } from './useAccountTypes.ts';

/** Signs in. Where to go then is the guard's business: it takes over as soon as there is a token. */
export function LoginForm() {
  const { t } = useTranslation();
  const known = useSession.getState();
  const [name, setName] = useState(known.name);
  const [password, setPassword] = useState('');
  const [chosenType, setChosenType] = useState(known.account_type);
  const [problems, setProblems] = useState<LoginProblems>({});
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const choices = useAccountTypes();
  const form = useRef<HTMLFormElement>(null);
  const type = chosenType ?? choices.list?.[0]?.value;

  const problemOf = (field: keyof LoginProblems) => {
    const key = problems[field];
    return key ? t(key) : refused[field];
  };
  const focus = (field: string) => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const values = { account_name: name.trim(), account_password: password, account_type: type };
    const found = loginProblems(values);
    setProblems(found);
    setRefused({});
    const [first] = Object.keys(found);
    if (first) return focus(first);
    setBusy(true);
    try {
      await signIn({ ...values, account_type: type as AccountType });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(Object.fromEntries(error.fields.map(({ path, message }) => [path, message])));
      setBusy(false);
      focus(error.fields[0]?.path ?? 'account_password');
    }
  }

  return (
    <form ref={form} className="login-form" noValidate onSubmit={submit} aria-labelledby="login-title">
      <Field
        label={t('login.accountName')}
        name="account_name"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={name === ''}
        required
        maxLength={64}
        value={name}
        problem={problemOf('account_name')}
        onChange={(event) => setName(event.target.value)}
      />
      <PasswordField
        label={t('login.password')}
        name="account_password"
        autoComplete="current-password"
        autoFocus={name !== ''}
        required
        maxLength={256}
        value={password}
        problem={problemOf('account_password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      <AccountTypes choices={choices} value={type} onChange={setChosenType} problem={problemOf('account_type')} />
      <button type="submit" className="solid-button login-submit" disabled={busy} aria-busy={busy}>
        {busy ? t('login.submitting') : t('login.submit')}
      </button>
    </form>
  );
}
