import { useSyncExternalStore } from 'react';

/** Whether a media query holds: what the system, or the person through it, wishes. */
export function useWished(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const wish = window.matchMedia(query);
      wish.addEventListener('change', changed);
      return () => wish.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
