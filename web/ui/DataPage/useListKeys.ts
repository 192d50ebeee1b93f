import { useEffect } from 'react';

/** Keys of a list while it is shown: `/` to the search, `n` for a new row, `r` to refresh. Not while typing. */
export function useListKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const typing = target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName);
      const inDialog = document.querySelector('[role="dialog"]') !== null;
      if (typing || inDialog || event.ctrlKey || event.metaKey || event.altKey) return;
      const run = keys[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  });
}
