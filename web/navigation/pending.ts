import { create } from 'zustand';

/** How many screens are on their way. */
export const usePending = create<{ readonly count: number }>()(() => ({ count: 0 }));

const add = (change: 1 | -1) => usePending.setState(({ count }) => ({ count: count + change }));

/** Counts a screen until it is here, or will not come. */
export function whilePending<T>(screen: Promise<T>): Promise<T> {
  add(1);
  return screen.finally(() => add(-1));
}
