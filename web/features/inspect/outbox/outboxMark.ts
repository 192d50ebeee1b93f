import { useSyncExternalStore } from 'react';

// A flag in `localStorage` for whether the outbox has entries. It can be read synchronously, so the code of the outbox is
// loaded only if it is set.

const mark = 'outbox';
const listeners = new Set<() => void>();

export function markWaiting(waits: boolean): void {
  try {
    if (waits) window.localStorage.setItem(mark, '1');
    else window.localStorage.removeItem(mark);
  } catch {
    // If storage is not available, there is no outbox either.
  }
  for (const listener of listeners) listener();
}

export const useHasWaiting = (): boolean => useSyncExternalStore(subscribe, isMarked);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Other tabs change the flag as well.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function isMarked(): boolean {
  try {
    return window.localStorage.getItem(mark) !== null;
  } catch {
    return false;
  }
}
