import { Alert } from 'antd';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import { TryAgain } from './TryAgain.tsx';
import type { FailureProps } from './Unread.ts';

/** Says of a part of a page that it could not be read, why, and tries again; nothing while there is no failure. */
export function PartFailure({ of, title }: FailureProps) {
  const { t } = useTranslation();
  if (!of.error) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={title ?? t('datapage.failed')}
      description={of.error.message}
      action={<TryAgain of={of} />}
    />
  );
}
