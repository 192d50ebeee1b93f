import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readCookie, removeCookie, writeCookie } from './cookies.ts';

const written: string[] = [];
const page = (protocol: string) => vi.stubGlobal('location', { protocol });

beforeEach(() => {
  vi.stubGlobal('document', {
    set cookie(text: string) {
      written.push(text);
    },
    get cookie() {
      return 'token=abc; sidebarStatus=0; size=medium';
    },
  });
});
afterEach(() => {
  written.length = 0;
  vi.unstubAllGlobals();
});

test('cookies: token, name, account_type, sidebarStatus, language, size; for the whole site, SameSite=Lax', () => {
  page('http:');
  for (const name of ['token', 'name', 'account_type', 'sidebarStatus', 'language', 'size'] as const) {
    writeCookie(name, 'x');
    expect(written.at(-1), name).toMatch(new RegExp(`^${name}=x; path=/;.*sameSite=lax`, 'i'));
  }
});

test('cookies are Secure on https, and not on http, where the browser would refuse them', () => {
  page('https:');
  writeCookie('token', 'x');
  page('http:');
  writeCookie('token', 'x');
  expect(written.map((text) => /;\s*secure/i.test(text))).toEqual([true, false]);
});

test("choices of the person outlive the browser; the session's do not", () => {
  page('https:');
  for (const name of ['token', 'name', 'account_type'] as const) writeCookie(name, 'x');
  expect(written.filter((text) => /expires/i.test(text))).toEqual([]);
  for (const name of ['sidebarStatus', 'language', 'size'] as const) writeCookie(name, 'x');
  expect(written.filter((text) => /expires/i.test(text))).toHaveLength(3);
});

test('cookies are read at start, and removed where they were set', () => {
  expect([readCookie('token'), readCookie('size'), readCookie('language')]).toEqual(['abc', 'medium', undefined]);
  page('https:');
  removeCookie('token');
  expect(written.at(-1)).toMatch(/^token=; path=\/; expires=Thu, 01 Jan 1970|^token=; path=\/; expires=/);
});
