import { Alert, Button } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';

interface WaitingScansProps {
  /** Why they wait; undefined, and nothing is shown, while they do not. */
  readonly failed: string | undefined;
  readonly waiting: number;
  readonly onRetry: () => void;
}

/** Shows scans that could not be sent yet, with a button to retry. */
export function WaitingScans({ failed, waiting, onRetry }: WaitingScansProps) {
  const { t } = useTranslation();
  if (failed === undefined || waiting === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('scan.waiting', { count: waiting })}
      description={failed}
      action={<Button onClick={onRetry}>{t('button.retry')}</Button>}
    />
  );
}
