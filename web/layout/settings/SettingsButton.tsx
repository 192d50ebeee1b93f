import { SettingOutlined } from '@ant-design/icons';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './settings.css';

const SettingsDrawer = lazy(() => import('./SettingsDrawer.tsx'));

export function SettingsButton() {
  const { t } = useTranslation();
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <button
        type="button"
        className="settings-button"
        aria-label={t('settings.title')}
        title={t('settings.title')}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        <SettingOutlined />
      </button>
      {state !== 'never' && (
        <Suspense>
          <SettingsDrawer open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
