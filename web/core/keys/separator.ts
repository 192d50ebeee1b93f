/** What a symbol has between two elements of GS1. */
export const groupSeparator = '\x1d';

/** Whether a key is what scanners that act as a keyboard send for a group separator: Ctrl and ], whatever the layout. */
export const isSeparatorKey = ({ code, key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey && !altKey && !metaKey && (code === 'BracketRight' || key === ']')) || key === groupSeparator;

/** Puts a group separator into a field that codes are scanned into; false if the key was pressed elsewhere. */
export function typeSeparator({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLInputElement) || !target.matches('[data-takes-scans]')) return false;
  target.setRangeText(groupSeparator, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end');
  target.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}
