import { expect, test } from 'vitest';
import { decide, loginPath, type Visit } from './guard.ts';

const visit = (fullPath: string, more: Partial<Visit> = {}) =>
  decide({
    path: fullPath.split('?')[0] ?? '',
    fullPath,
    hasToken: true,
    rolesLoaded: true,
    mustChangePassword: false,
    twoStepDue: false,
    ...more,
  });
const stranger = { hasToken: false, rolesLoaded: false };

test('without a token only these paths are reachable: /login, /auth-redirect, /404, /consumer, /c, /m/q', () => {
  for (const path of ['/login', '/auth-redirect', '/404', '/consumer', '/c', '/m/q', '/m/q/123', '/c?code=1']) {
    expect(visit(path, stranger), path).toEqual({ kind: 'pass' });
  }
});

test('any other path goes to /login?redirect={path}', () => {
  for (const path of [
    '/',
    '/401',
    '/productlist',
    '/logins',
    '/code',
    '/m/qx',
    '/c/d',
    '/consumer/x',
    '/change-password',
  ]) {
    expect(visit(path, stranger), path).toEqual({ kind: 'go', to: `/login?redirect=${path}` });
  }
  expect(loginPath('/a?b=c&d=/e')).toBe('/login?redirect=/a%3Fb%3Dc%26d%3D/e');
});

test('with a token, opening /login redirects to /', () => {
  expect(visit('/login')).toEqual({ kind: 'go', to: '/' });
  expect(visit('/login', { rolesLoaded: false })).toEqual({ kind: 'go', to: '/' });
});

test('signing in leads to where the person was sent away from, never to an address elsewhere', () => {
  expect(visit(loginPath('/records?page=2'))).toEqual({ kind: 'go', to: '/records?page=2' });
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '///',
    ' //evil.example',
    '/\0',
    'records',
  ]) {
    expect(visit(`/login?redirect=${encodeURIComponent(evil)}`), evil).toEqual({ kind: 'go', to: '/' });
  }
});

test('if roles are not yet loaded, the guard loads user info', () => {
  expect(visit('/productlist', { rolesLoaded: false })).toEqual({ kind: 'load' });
  expect(visit('/productlist')).toEqual({ kind: 'pass' });
});

test('a temporary password is changed before anything else', () => {
  const temporary = { mustChangePassword: true };
  expect(visit('/productlist', temporary)).toEqual({ kind: 'go', to: '/change-password' });
  expect(visit('/change-password', temporary)).toEqual({ kind: 'pass' });
});

test('who has to set up a second step does so before anything else, and after the password', () => {
  expect(visit('/productlist', { twoStepDue: true })).toEqual({ kind: 'go', to: '/two-step' });
  expect(visit('/two-step', { twoStepDue: true })).toEqual({ kind: 'pass' });
  expect(visit('/two-step', { twoStepDue: true, mustChangePassword: true })).toEqual({
    kind: 'go',
    to: '/change-password',
  });
});
