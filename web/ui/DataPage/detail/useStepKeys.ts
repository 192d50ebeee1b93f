import { useEffect } from 'react';

/** To the rows before and after the one that is shown; undefined at the ends of the list. */
export interface Steps {
  readonly before?: (() => void) | undefined;
  readonly after?: (() => void) | undefined;
}

/** Left and right step through the rows, unless they mean something where the focus is. */
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
