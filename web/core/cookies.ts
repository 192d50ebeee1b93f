import Cookies from 'js-cookie';

/** Every cookie the console sets. Choices of the person outlive the browser; the session's do not. */
const lifetimeInDays = {
  token: undefined,
  name: undefined,
  account_type: undefined,
  // Of the session that a role is looked at from.
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
