import { Alert } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { TryAgain } from './TryAgain.tsx';
import type { FailureProps } from './Unread.ts';

/** Replaces a part of a page that failed to load: shows the error and a button to retry; renders nothing without an error. */
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
