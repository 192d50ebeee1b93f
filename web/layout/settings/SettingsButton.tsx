import { SettingOutlined } from '@ant-design/icons';
import { Suspense, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import './settings.css';
import { later } from '#core/loading/later.tsx';

const SettingsDrawer = later(() => import('./SettingsDrawer.tsx'));

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
