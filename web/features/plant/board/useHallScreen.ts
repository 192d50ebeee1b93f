import { useEffect, useState } from 'react';

/** The whole screen for a board, which stays lit as long as the board is open. */
export function useHallScreen() {
  const [isFull, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const note = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', note);
    return () => document.removeEventListener('fullscreenchange', note);
  }, []);
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOpen = true;
    // A browser gives the lock back when its window is hidden, and not every browser has one.
    const stayLit = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (!isOpen) void lock?.release();
    };
    void stayLit();
    document.addEventListener('visibilitychange', stayLit);
    return () => {
      isOpen = false;
      document.removeEventListener('visibilitychange', stayLit);
      void lock?.release();
    };
  }, []);
  const leave = async () => {
    if (document.fullscreenElement) await document.exitFullscreen();
  };
  // The whole document, so that dialogs are shown, too.
  const enter = () => document.documentElement.requestFullscreen().catch(() => undefined);
  return { isFull, leave, toggle: () => void (isFull ? leave() : enter()) };
}
