import { create } from 'zustand';

/** How many screens are being loaded. */
export const usePending = create<{ readonly count: number }>()(() => ({ count: 0 }));

const add = (change: 1 | -1) => usePending.setState(({ count }) => ({ count: count + change }));

/** The file of a screen could not be loaded: there is no network, or the server has a newer console. */
export class NotFetched extends Error {
  override readonly name = 'NotFetched';
}

/** Counts a screen as pending until it is loaded or has failed. */
export function whilePending<T>(screen: Promise<T>): Promise<T> {
  add(1);
  const refuse = (cause: unknown) => {
    throw new NotFetched(cause instanceof Error ? cause.message : String(cause), { cause });
  };
  return screen.catch(refuse).finally(() => add(-1));
}
