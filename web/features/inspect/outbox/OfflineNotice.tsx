import { Alert } from 'antd';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';

function onNetwork(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** Explains, while there is no network, that entries are stored on the device and sent later. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  return isOnline ? null : <Alert type="info" showIcon title={t('outbox.offline')} />;
}
