import { expect, test } from 'vitest';
import { leadingTo } from '#core/navigation/redirectTarget.ts';
import { decide, type Visit } from './Guard.tsx';

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
  for (const path of ['/login', '/login/', '/LOGIN', '/auth-redirect', '/404']) {
    expect(visit(path, stranger), path).toEqual({ kind: 'pass' });
  }
});

test('leaves consumer pages to the server, signed in or not', () => {
  for (const path of ['/consumer', '/c', '/c?code=1', '/c/7K3M', '/m/q', '/m/q/123', '/01/6901', '/401/6901']) {
    expect(visit(path, stranger), path).toEqual({ kind: 'leave', to: path });
    expect(visit(path), path).toEqual({ kind: 'leave', to: path });
    expect(visit(`/login?redirect=${encodeURIComponent(path)}`), path).toEqual({ kind: 'go', to: path });
  }
});

test('any other path goes to /login?redirect={path}', () => {
  for (const path of ['/', '/401', '/productlist', '/logins', '/code', '/m/qx', '/consumer/x', '/change-password']) {
    expect(visit(path, stranger), path).toEqual({ kind: 'go', to: `/login?redirect=${path}` });
  }
  expect(visit('/a?b=c&d=/e', stranger)).toEqual({ kind: 'go', to: '/login?redirect=/a%3Fb%3Dc%26d%3D/e' });
  expect(leadingTo('/login', '/a?b=c&d=/e')).toBe('/login?redirect=/a%3Fb%3Dc%26d%3D/e');
});

test('with a token, opening /login redirects to /', () => {
  expect(visit('/login')).toEqual({ kind: 'go', to: '/' });
  expect(visit('/login', { rolesLoaded: false })).toEqual({ kind: 'go', to: '/' });
  for (const path of ['/login/', '/LOGIN', '/Login//']) expect(visit(path), path).toEqual({ kind: 'go', to: '/' });
  expect(visit('/LOGIN/?redirect=/records')).toEqual({ kind: 'go', to: '/records' });
});

test('returns after signing in to the page asked for, never to another site', () => {
  expect(visit(leadingTo('/login', '/records?page=2'))).toEqual({ kind: 'go', to: '/records?page=2' });
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

test('loads the person and their roles first', () => {
  expect(visit('/productlist', { rolesLoaded: false })).toEqual({ kind: 'load' });
  expect(visit('/productlist')).toEqual({ kind: 'pass' });
});

test('requires changing a temporary password before anything else', () => {
  const temporary = { mustChangePassword: true };
  expect(visit('/productlist?page=2', temporary)).toEqual({
    kind: 'go',
    to: '/change-password?redirect=/productlist%3Fpage%3D2',
  });
  expect(visit('/change-password', temporary)).toEqual({ kind: 'pass' });
});

test('requires setting up two-step sign-in, after the password', () => {
  expect(visit('/productlist', { twoStepDue: true })).toEqual({ kind: 'go', to: '/two-step?redirect=/productlist' });
  expect(visit('/two-step', { twoStepDue: true })).toEqual({ kind: 'pass' });
  expect(visit('/two-step?redirect=/records', { twoStepDue: true, mustChangePassword: true })).toEqual({
    kind: 'go',
    to: '/change-password?redirect=/records',
  });
});
