import { useSyncExternalStore } from 'react';

/** Whether a media query matches, from the first render on. */
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

/** Whether the page is as narrow as a phone; the style sheets use the same breakpoint. */
export const useIsPhone = (): boolean => useMediaQuery('(width < 768px)');
