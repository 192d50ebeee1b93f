import { Alert } from 'antd';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';

function onNetwork(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** Says, before something is entered, what will become of it while there is no network. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  return isOnline ? null : <Alert type="info" showIcon title={t('outbox.offline')} />;
}
