import { Button } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { Unread } from './Unread.ts';

/** A button that runs a failed query again. */
export function TryAgain({ of }: { readonly of: Unread }) {
  const { t } = useTranslation();
  return <Button onClick={() => void of.refetch()}>{t('button.retry')}</Button>;
}
