import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../core/notices/notices.ts';

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

export function FullscreenButton() {
  const { t } = useTranslation();
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = () => {
    const warn = () => notify.warning(t('navbar.fullscreenUnsupported'));
    if (!document.fullscreenEnabled) return warn();
    if (full) void document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(warn);
  };
  const label = t(full ? 'navbar.exitFullscreen' : 'navbar.fullscreen');
  return (
    <button type="button" className="navbar-button navbar-wide-only" aria-label={label} title={label} onClick={toggle}>
      {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </button>
  );
}
