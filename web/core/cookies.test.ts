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

test('sets cookies for the whole site with SameSite=Lax', () => {
  page('http:');
  for (const name of ['token', 'name', 'account_type', 'sidebarStatus', 'language', 'size'] as const) {
    writeCookie(name, 'x');
    expect(written.at(-1), name).toMatch(new RegExp(`^${name}=x; path=/;.*sameSite=lax`, 'i'));
  }
});

test('sets Secure on https only', () => {
  page('https:');
  writeCookie('token', 'x');
  page('http:');
  writeCookie('token', 'x');
  expect(written.map((text) => /;\s*secure/i.test(text))).toEqual([true, false]);
});

test('keeps preferences after the browser is closed, but not the session', () => {
  page('https:');
  for (const name of ['token', 'name', 'account_type'] as const) writeCookie(name, 'x');
  expect(written.filter((text) => /expires/i.test(text))).toEqual([]);
  for (const name of ['sidebarStatus', 'language', 'size'] as const) writeCookie(name, 'x');
  expect(written.filter((text) => /expires/i.test(text))).toHaveLength(3);
});

test('reads cookies at the start, and removes them with the path they were set with', () => {
  expect([readCookie('token'), readCookie('size'), readCookie('language')]).toEqual(['abc', 'medium', undefined]);
  page('https:');
  removeCookie('token');
  expect(written.at(-1)).toMatch(/^token=; path=\/; expires=Thu, 01 Jan 1970|^token=; path=\/; expires=/);
});
