import { readCookie, removeCookie, writeCookie } from './cookies.ts';

/** Saves the token of one's own session while that of a role view replaces it. */
export function keepOwnToken(): void {
  const own = readCookie('token');
  if (own !== undefined) writeCookie('own_token', own);
}

/** Restores the token of one's own session and returns it; undefined if no role is being viewed. */
export function restoreOwnToken(): string | undefined {
  const own = readCookie('own_token');
  if (own === undefined) return undefined;
  writeCookie('token', own);
  removeCookie('own_token');
  return own;
}
