import { useEffect, useLayoutEffect } from 'react';

const places = new Map<string, number>();

/** Restores the scroll position of each screen. The page scrolls as a whole, so the screens share it. */
export function useScrollMemory(path: string | undefined): void {
  useLayoutEffect(() => {
    window.scrollTo(0, (path !== undefined && places.get(path)) || 0);
  }, [path]);
  useEffect(() => {
    if (path === undefined) return;
    const note = () => places.set(path, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [path]);
}
