import Cookies from 'js-cookie';

/** All cookies of the console with their lifetimes. Preferences outlive the browser session; the session's cookies do not. */
const lifetimeInDays = {
  token: undefined,
  name: undefined,
  account_type: undefined,
  // The token of one's own session while the console is viewed as a role.
  own_token: undefined,
  sidebarStatus: 365,
  language: 365,
  size: 365,
} as const;

export type CookieName = keyof typeof lifetimeInDays;

export const readCookie = (name: CookieName): string | undefined => Cookies.get(name);

export function writeCookie(name: CookieName, value: string): void {
  const expires = lifetimeInDays[name];
  const attributes = { path: '/', sameSite: 'lax', secure: location.protocol === 'https:' } as const;
  Cookies.set(name, value, expires === undefined ? attributes : { ...attributes, expires });
}

export const removeCookie = (name: CookieName): void => Cookies.remove(name, { path: '/' });
