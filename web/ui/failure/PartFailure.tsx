import { Alert } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { type FailureProps, TryAgain } from './PageFailure.tsx';
import { RequestIdOf } from './RequestIdOf.tsx';

/**
 * Replaces a part of a page that failed to load: shows the error and a button to retry; renders nothing without an error. It is
 * in a file of its own because lists, which have only `PageFailure`, do not load antd's `Alert`.
 */
export function PartFailure({ of, title }: FailureProps) {
  const { t } = useTranslation();
  if (!of.error) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={title ?? t('datapage.failed')}
      description={
        <>
          {of.error.message}
          <RequestIdOf error={of.error} />
        </>
      }
      action={<TryAgain of={of} />}
      style={{ marginBlock: 8 }}
    />
  );
}
