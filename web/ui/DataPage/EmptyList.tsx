import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { listText } from '../../core/i18n/listText.ts';

export function Failed({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Result
      status="warning"
      title={t('datapage.failed')}
      subTitle={message}
      extra={<Button onClick={onRetry}>{t('datapage.retry')}</Button>}
    />
  );
}

export function NothingYet({ list, onAdd }: { readonly list: string; readonly onAdd: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{listText(t, list, 'empty')}</p>
      {onAdd && <Button onClick={onAdd}>{listText(t, list, 'add')}</Button>}
    </>
  );
}
