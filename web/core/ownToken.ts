import { readCookie, removeCookie, writeCookie } from './cookies.ts';

/** Keeps the token of one's own session while another one, in which a role is looked at, takes its place. */
export function keepOwnToken(): void {
  const own = readCookie('token');
  if (own !== undefined) writeCookie('own_token', own);
}

/** Goes back to one's own session; answers its token, where a role was looked at. */
export function restoreOwnToken(): string | undefined {
  const own = readCookie('own_token');
  if (own === undefined) return undefined;
  writeCookie('token', own);
  removeCookie('own_token');
  return own;
}
