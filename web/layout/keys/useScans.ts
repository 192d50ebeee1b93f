import { useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import { inDialog } from '#core/keys/shortcuts.ts';
import { takesKeys, Wedge } from '#core/keys/wedge.ts';
import { useCodeAddress } from './useCodeAddress.ts';

/** Opens a code that a keyboard-wedge scanner reads anywhere in the console, unless an input or a dialog takes the keys. */
export function useScans(): void {
  const navigate = useNavigate();
  const addressOf = useCodeAddress();
  // Before the screen is shown: no code that a person scans on what they see is lost.
  useLayoutEffect(() => {
    const wedge = new Wedge();
    const press = (event: KeyboardEvent) => {
      const isSeparator = isSeparatorKey(event);
      if (isSeparator && typeSeparator(event)) {
        event.preventDefault();
        return;
      }
      const isChord = !isSeparator && (event.ctrlKey || event.metaKey || event.altKey);
      if (takesKeys(event.target) || inDialog() || isChord) {
        wedge.reset();
        return;
      }
      const code = wedge.press(isSeparator ? groupSeparator : event.key, event.timeStamp);
      const to = code === undefined ? undefined : addressOf(code);
      if (to === undefined) return;
      // The Enter of the scanner must not press the focused button.
      event.preventDefault();
      event.stopPropagation();
      void navigate(to);
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [navigate, addressOf]);
}

/** What a symbol has between two elements of GS1. */
const groupSeparator = '\x1d';

/** Whether a key is what scanners that act as a keyboard send for a group separator: Ctrl and ], whatever the layout. */
const isSeparatorKey = ({ code, key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey && !altKey && !metaKey && (code === 'BracketRight' || key === ']')) || key === groupSeparator;

/** Puts a group separator into a field that codes are scanned into; false if the key was pressed elsewhere. */
function typeSeparator({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLInputElement) || !target.matches('[data-takes-scans]')) return false;
  target.setRangeText(groupSeparator, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end');
  target.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}
