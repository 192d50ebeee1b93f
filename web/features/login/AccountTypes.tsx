import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountTypeChoices } from './useAccountTypes.ts';

interface AccountTypesProps {
  readonly choices: AccountTypeChoices;
  readonly value: number | undefined;
  readonly onChange: (value: number) => void;
  readonly problem: string | undefined;
}

/** The account type as a row of choices. */
export function AccountTypes({ choices, value, onChange, problem }: AccountTypesProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className="choices" aria-describedby={problem ? `${id}-says` : undefined}>
      <legend>{t('login.accountType')}</legend>
      <div className="choices-box">
        {choices.list?.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name="account_type"
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
        ))}
        {choices.failed && (
          <button type="button" className="link-button" onClick={choices.retry}>
            {t('login.typesFailed')}
          </button>
        )}
      </div>
      <p id={`${id}-says`} className="field-problem" aria-live="polite">
        {problem}
      </p>
    </fieldset>
  );
}
