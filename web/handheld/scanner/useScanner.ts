import { useEffect, useEffectEvent } from 'react';
import { longestGap, ScannerKeys } from './scanner-keys.ts';

/** Calls back with each scan of a keyboard wedge, wherever the focus is, except in a field that takes text. */
export function useScanner(onScan: (text: string) => void): void {
  const tell = useEffectEvent((text: string | undefined) => {
    if (text !== undefined) onScan(text);
  });
  useEffect(() => {
    const keys = new ScannerKeys();
    let ending: ReturnType<typeof setTimeout> | undefined;
    const press = (event: KeyboardEvent) => {
      if (takesText(event.target)) return;
      // Enter would press the button that has the focus, Tab would move it, and Ctrl+] belongs to the code.
      event.preventDefault();
      clearTimeout(ending);
      tell(keys.press(event, event.timeStamp));
      ending = setTimeout(() => tell(keys.end()), longestGap);
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
      clearTimeout(ending);
    };
  }, []);
}

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
