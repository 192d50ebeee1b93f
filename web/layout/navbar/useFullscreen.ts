import { useSyncExternalStore } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

/** Whether the console is in full screen, and a function to toggle it. */
export function useFullscreen() {
  const { t } = useTranslation();
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = () => {
    const warn = () => notify.warning(t('navbar.fullscreenUnsupported'));
    if (!document.fullscreenEnabled) return warn();
    if (full) void document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(warn);
  };
  return { full, label: t(full ? 'navbar.exitFullscreen' : 'navbar.fullscreen'), toggle };
}
