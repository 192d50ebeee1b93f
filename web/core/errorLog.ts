import { create } from 'zustand';

/** A runtime error that nobody handled. */
export interface CapturedError {
  readonly id: number;
  readonly message: string;
  /** Its source: a component stack, `window.onerror`, or `unhandledrejection`. */
  readonly info: string;
  readonly url: string;
  readonly stack: string;
}

/** The most errors kept, so that a page that fails in a loop does not fill the memory. */
const maxErrors = 200;

export const useErrorLog = create<{ readonly errors: readonly CapturedError[] }>()(() => ({ errors: [] }));

let lastId = 0;

/** Logs an error, in production only: in development the browser's console and the overlay show more. */
export function logError(error: unknown, info: string, production: boolean = import.meta.env.PROD): void {
  if (!production) return;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const entry = { id: ++lastId, message, info, url: window.location.href, stack: stack ?? '' };
  useErrorLog.setState(({ errors }) => ({ errors: [...errors, entry].slice(-maxErrors) }));
}

export const clearErrors = (): void => useErrorLog.setState({ errors: [] });
