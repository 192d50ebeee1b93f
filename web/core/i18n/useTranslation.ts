import i18next, { type i18n, type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';

/** The value of `useTranslation`: a new object whenever texts change. */
interface Translation {
  readonly t: TFunction;
  readonly i18n: i18n;
}

const fresh = (): Translation => ({ t: i18next.t.bind(i18next), i18n: i18next });

let current = fresh();
const listeners = new Set<() => void>();

/** To be called after the language or the names given by the enterprise have changed. */
export function renewTexts(): void {
  current = fresh();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const now = (): Translation => current;

/** The texts in the current language; re-renders the component when they change. */
export const useTranslation = (): Translation => useSyncExternalStore(subscribe, now);
