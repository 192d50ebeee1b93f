import { useEffect } from 'react';

/** Steps to the rows before and after the one shown; undefined at the ends of the list. */
export interface Steps {
  readonly before?: (() => void) | undefined;
  readonly after?: (() => void) | undefined;
}

/** Steps through rows by the left and right arrow keys, unless the focused element uses these. */
export function useStepKeys({ before, after }: Steps, heard: boolean): void {
  useEffect(() => {
    if (!heard) return;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      const ownKeys =
        'input, textarea, select, [role="tab"], [role="menuitem"], [role="slider"], [contenteditable="true"]';
      if (target.closest(ownKeys)) return;
      const step = { ArrowLeft: before, ArrowRight: after }[event.key];
      if (!step) return;
      event.preventDefault();
      step();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [before, after, heard]);
}
