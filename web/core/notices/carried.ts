import { notify } from './notices.ts';

const storageKey = 'notice';

/** Stores an error across a reload that is about to happen: shown now, nobody could read it. */
export function carryError(text: string): void {
  try {
    window.sessionStorage.setItem(storageKey, text);
  } catch {
    // Storage may be blocked; then the error is not shown.
  }
}

/** Shows the error that was stored before a reload. */
export function showCarriedNotice(): void {
  try {
    const text = window.sessionStorage.getItem(storageKey);
    window.sessionStorage.removeItem(storageKey);
    if (text) notify.error(text);
  } catch {
    // As above.
  }
}
