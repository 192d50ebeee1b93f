import { notify } from './notices.ts';

const storageKey = 'notice';

/** Stores an error across a reload that is about to happen: shown now, nobody could read it. */
export function carryError(text: string, requestId?: string): void {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify({ text, requestId }));
  } catch {
    // Storage may be blocked; then the error is not shown.
  }
}

/** Shows the error that was stored before a reload. */
export function showCarriedNotice(): void {
  try {
    const notice = window.sessionStorage.getItem(storageKey);
    window.sessionStorage.removeItem(storageKey);
    if (!notice) return;
    const { text, requestId } = JSON.parse(notice) as { readonly text: string; readonly requestId?: string };
    notify.error(text, requestId);
  } catch {
    // As above.
  }
}
