import i18next, { type i18n, type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';

/** What components speak with: another object as soon as a text is another one. */
interface Translation {
  readonly t: TFunction;
  readonly i18n: i18n;
}

const fresh = (): Translation => ({ t: i18next.t.bind(i18next), i18n: i18next });

let current = fresh();
const listeners = new Set<() => void>();

/** To be called when the language is another one, or names that the enterprise gives came. */
export function renewTexts(): void {
  current = fresh();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const now = (): Translation => current;

/** The texts in the language shown; a component that uses it is drawn anew when they change. */
export const useTranslation = (): Translation => useSyncExternalStore(subscribe, now);
