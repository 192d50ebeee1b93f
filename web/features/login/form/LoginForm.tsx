import { type AccountType, accountTypes } from '@suyuan/contract/access/account-type.ts';
import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { accountTypeList } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useSession } from '#core/session/session.ts';
import { Choices } from '#ui/forms/Choices.tsx';
import { Field } from '#ui/forms/Field.tsx';
import { PasswordField } from '#ui/forms/PasswordField.tsx';
import { textLimit } from '#ui/limits.ts';
import { type LoginProblems, loginProblems } from './loginRules.ts';
import { SignInButton } from './SignInButton.tsx';
import { type Credentials, useSignIn } from './useSignIn.ts';

interface LoginFormProps {
  /** The credentials entered before, if the person came back from the code. */
  readonly before: Credentials | undefined;
  readonly onCodeNeeded: (credentials: Credentials) => void;
}

/** Signs in with a password; if a one-time code is required, calls `onCodeNeeded` instead. */
export function LoginForm({ before, onCodeNeeded }: LoginFormProps) {
  const { t } = useTranslation();
  const session = useSession.getState();
  const [name, setName] = useState(before?.account_name ?? session.name);
  const [password, setPassword] = useState('');
  const [chosenType, setChosenType] = useState(before?.account_type ?? session.account_type);
  const [problems, setProblems] = useState<LoginProblems>({});
  const { busy, fields, locked, attempt, forget } = useSignIn();
  const choices = useAccountTypes();
  const form = useRef<HTMLFormElement>(null);
  // The first type is chosen before the names of the types are loaded, because a password manager fills in the form earlier.
  const type = chosenType ?? choices.list?.[0]?.value ?? accountTypes[0];

  const problemOf = (field: keyof LoginProblems) => {
    const key = problems[field];
    return key ? t(key) : fields.find(({ path }) => path === field)?.message;
  };
  /** Clears the problems of the field that is changed, because they are about the old value. */
  const changed = (field: keyof LoginProblems) => {
    setProblems({ ...problems, [field]: undefined });
    if (fields.length > 0) forget();
  };
  const focus = (field: string) => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const values = { account_name: name.trim(), account_password: password, account_type: type };
    const newProblems = loginProblems(values);
    setProblems(newProblems);
    const [first] = Object.keys(newProblems);
    if (first) return focus(first);
    const credentials = { ...values, account_type: type as AccountType };
    const refusal = await attempt(credentials);
    if (refusal?.code === ErrorCode.codeNeeded) onCodeNeeded(credentials);
    else if (refusal) focus(refusal.fields[0]?.path ?? 'account_password');
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
        {...textLimit(login, 'account_name')}
        value={name}
        problem={problemOf('account_name')}
        onChange={(event) => {
          setName(event.target.value);
          changed('account_name');
        }}
      />
      <PasswordField
        label={t('field.password')}
        name="account_password"
        autoComplete="current-password"
        autoFocus={name !== ''}
        required
        {...textLimit(login, 'account_password')}
        value={password}
        problem={problemOf('account_password')}
        onChange={(event) => {
          setPassword(event.target.value);
          changed('account_password');
        }}
      />
      <AccountTypes choices={choices} value={type} onChange={setChosenType} problem={problemOf('account_type')} />
      <SignInButton busy={busy} locked={locked} />
    </form>
  );
}

interface AccountTypesProps {
  readonly choices: AccountTypeChoices;
  readonly value: number | undefined;
  readonly onChange: (value: number) => void;
  readonly problem: string | undefined;
}

function AccountTypes({ choices, ...rest }: AccountTypesProps) {
  const { t } = useTranslation();
  const again = (
    <button type="button" className="link-button" onClick={choices.retry}>
      {t('login.typesFailed')}
    </button>
  );
  return (
    <Choices
      {...rest}
      name="account_type"
      label={t('field.account_type')}
      options={choices.list ?? []}
      instead={choices.failed && again}
    />
  );
}

type AccountTypeList = OutputOf<typeof accountTypeList>;

interface AccountTypeChoices {
  readonly list: AccountTypeList | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** The account types, with their names in the current language. */
function useAccountTypes(): AccountTypeChoices {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const [list, setList] = useState<AccountTypeList>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has other names, another attempt is another call
  useEffect(() => {
    const cancel = new AbortController();
    setFailed(false);
    call(accountTypeList, {}, { signal: cancel.signal })
      .then(setList)
      .catch(() => setFailed(!cancel.signal.aborted));
    return () => cancel.abort();
  }, [language, attempt]);
  return { list, failed, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}
