import { notify } from './notices.ts';

const storageKey = 'notice';

/** Keeps an error for the page that a reload is about to show: said now, nobody would have the time to read it. */
export function carryError(text: string): void {
  try {
    window.sessionStorage.setItem(storageKey, text);
  } catch {
    // Storage can be refused altogether; the page then says nothing.
  }
}

/** Says what the page before this one left to be said. */
export function sayCarried(): void {
  try {
    const text = window.sessionStorage.getItem(storageKey);
    window.sessionStorage.removeItem(storageKey);
    if (text) notify.error(text);
  } catch {
    // As above.
  }
}
