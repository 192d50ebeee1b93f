import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Choices } from '#ui/forms/Choices.tsx';
import type { AccountTypeChoices } from './useAccountTypes.ts';

interface AccountTypesProps {
  readonly choices: AccountTypeChoices;
  readonly value: number | undefined;
  readonly onChange: (value: number) => void;
  readonly problem: string | undefined;
}

export function AccountTypes({ choices, ...rest }: AccountTypesProps) {
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
