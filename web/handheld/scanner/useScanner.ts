import { useEffect, useEffectEvent } from 'react';
import { pastedCodes } from './pasted-codes.ts';
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
      // Ctrl+V is of a person. Other keys with Ctrl are control characters of a scanner, as Ctrl+J, which would open the downloads.
      if (event.ctrlKey && event.key.toLowerCase() === 'v') return;
      // Enter would press the button that has the focus, Tab would move it, and Ctrl+] belongs to the code.
      event.preventDefault();
      clearTimeout(ending);
      tell(keys.press(event, event.timeStamp));
      ending = setTimeout(() => tell(keys.end()), longestGap);
    };
    const paste = (event: ClipboardEvent) => {
      if (takesText(event.target)) return;
      for (const code of pastedCodes(event.clipboardData?.getData('text') ?? '')) tell(code);
    };
    addEventListener('keydown', press);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('paste', paste);
      clearTimeout(ending);
    };
  }, []);
}

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
