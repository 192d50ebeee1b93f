import i18next from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTabs } from '../layout/tabs/tabStore.ts';
import { changeRole, loadRoles, resetSession, signOut, useSession } from './session.ts';

const answers: Record<string, unknown> = {};
const requested: string[] = [];

// Texts are their keys.
await i18next.init({ lng: 'cimode' });

beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.split('?')[0] ?? '';
    requested.push(url);
    return Response.json({ status_code: 200, message: 'ok', code: 20000, data: answers[path] ?? null });
  });
  answers['/api/org/menutree/selectedlist'] = [{ menu_key: 'base', selected: true, listMenuButtons: [] }];
  answers['/api/org/employees/self'] = { name: '李四', account_name: 'lisi', account_type: 2 };
  useSession.setState({ token: 'abc', roles: [] });
});
afterEach(() => {
  requested.length = 0;
  vi.unstubAllGlobals();
});

test('roles come from the selected-list call, with the token as its parameter', async () => {
  await loadRoles();
  expect(requested).toContain('/api/org/menutree/selectedlist?token=abc');
  expect(useSession.getState()).toMatchObject({ roles: ['base'], name: '李四', account_type: 2 });
});

test('after login, loading info: if the returned data is missing, a message is shown', async () => {
  answers['/api/org/menutree/selectedlist'] = null;
  await expect(loadRoles()).rejects.toThrow('session.verificationFailed');
});

test('after login, loading info: if the resulting role list is empty, a message is shown', async () => {
  answers['/api/org/menutree/selectedlist'] = [{ menu_key: 'base', selected: false, listMenuButtons: [] }];
  await expect(loadRoles()).rejects.toThrow('session.noRoles');
});

test('logout calls the server, clears token and roles', async () => {
  useSession.setState({ roles: ['base'] });
  await signOut();
  expect(requested).toEqual(['/api/sso/loginout']);
  expect(useSession.getState()).toMatchObject({ token: undefined, roles: [] });
});

test('token reset clears token and roles without asking the server', () => {
  useSession.setState({ roles: ['base'] });
  resetSession();
  expect(requested).toEqual([]);
  expect(useSession.getState()).toMatchObject({ token: undefined, roles: [], self: undefined });
});

test('changing roles sets a token derived from the role name, reloads info and closes all tabs', async () => {
  useTabs.setState({ visited: [], cached: ['productlist'] });
  await changeRole('editor');
  expect(useSession.getState()).toMatchObject({ token: 'editor-token', roles: ['base'] });
  expect(requested).toContain('/api/org/menutree/selectedlist?token=editor-token');
  expect(useTabs.getState().cached).toEqual([]);
});
