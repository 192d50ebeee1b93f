import { useSyncExternalStore } from 'react';

/** Whether a media query holds, from the first drawing on. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Whether the page is as narrow as a phone: our style sheets draw the line at the same width. */
export const useIsPhone = (): boolean => useMediaQuery('(width < 768px)');
