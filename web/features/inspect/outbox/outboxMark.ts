import { useSyncExternalStore } from 'react';

// Whether something waits on this device is kept where it is read at once: what shows and sends it is fetched only then.

const mark = 'outbox';
const listeners = new Set<() => void>();

export function markWaiting(waits: boolean): void {
  try {
    if (waits) window.localStorage.setItem(mark, '1');
    else window.localStorage.removeItem(mark);
  } catch {
    // A browser that keeps nothing has no outbox either.
  }
  for (const listener of listeners) listener();
}

export const useHasWaiting = (): boolean => useSyncExternalStore(subscribe, isMarked);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab keeps or sends as well.
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
