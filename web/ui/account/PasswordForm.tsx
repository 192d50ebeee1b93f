import { Password, passwordMinLength } from '@suyuan/contract/access/password.ts';
import { updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { type PasswordProblems, passwordProblems } from '#core/session/passwordRules.ts';
import { PasswordField } from '../forms/PasswordField.tsx';
import { lengthOf } from '../limits.ts';

const empty = { old_password: '', new_password: '', repeated: '' };
const fields = [
  { name: 'old_password', autoComplete: 'current-password' },
  { name: 'new_password', autoComplete: 'new-password' },
  { name: 'repeated', autoComplete: 'new-password' },
] as const;

/** Changes one's own password. */
export function PasswordForm({ onChanged }: { onChanged?: () => void }) {
  const { t } = useTranslation();
  const [values, setValues] = useState(empty);
  const [problems, setProblems] = useState<PasswordProblems>({});
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const newProblems = passwordProblems(values);
    setProblems(newProblems);
    setRefusals({});
    if (Object.keys(newProblems).length > 0) return;
    setBusy(true);
    try {
      const { old_password, new_password } = values;
      await call(updatePasswordSelf, { old_password, new_password }, { fieldErrors: true });
      notify.success(t('password.changed'));
      setValues(empty);
      onChanged?.();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusals(Object.fromEntries(error.fields.map(({ path, message }) => [path, message])));
    } finally {
      setBusy(false);
    }
  }

  /** Clears the problems of the field that is changed, because they are about the old value. */
  const change = (name: keyof PasswordProblems, value: string) => {
    setValues({ ...values, [name]: value });
    setProblems({ ...problems, [name]: undefined });
    setRefusals(Object.fromEntries(Object.entries(refusals).filter(([field]) => field !== name)));
  };
  const problemOf = (name: keyof PasswordProblems) => {
    const key = problems[name];
    return key ? t(key, { count: passwordMinLength }) : refusals[name];
  };
  return (
    <form className="password-form" noValidate onSubmit={submit}>
      {fields.map(({ name, autoComplete }) => (
        <PasswordField
          key={name}
          name={name}
          label={t(`password.${name}`)}
          autoComplete={autoComplete}
          required
          {...lengthOf(Password())}
          value={values[name]}
          problem={problemOf(name)}
          hint={name === 'new_password' ? t('password.policy', { count: passwordMinLength }) : undefined}
          onChange={(event) => change(name, event.target.value)}
        />
      ))}
      <button type="submit" className="solid-button" disabled={busy} aria-busy={busy}>
        {t('password.change')}
      </button>
    </form>
  );
}
