import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../notices/notices.ts';

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

export function FullscreenButton() {
  const { t } = useTranslation();
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = () => {
    if (!document.fullscreenEnabled) return notify.warning(t('navbar.fullscreenUnsupported'));
    void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  };
  const label = t(full ? 'navbar.exitFullscreen' : 'navbar.fullscreen');
  return (
    <button type="button" className="navbar-button navbar-wide-only" aria-label={label} title={label} onClick={toggle}>
      {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </button>
  );
}
