import { roleView, selectedList, self } from '@suyuan/contract/organ/session.ts';
import i18next from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTabs } from '#layout/tabs/tabStore.ts';
import { call } from '../api/call.ts';
import { navigateWith } from '../api/navigation.ts';
import { gatedRoutes } from '../navigation/routes.ts';
import { useNotices } from '../notices/notices.ts';
import { useQuestion } from '../notices/question.ts';
import { changeRole, endRoleView } from './roleView.ts';
import { admit, loadRoles, resetSession, signIn, signOut, useSession } from './session.ts';
import { permittedRoutes } from './usePermittedRoutes.ts';

const answers: Record<string, unknown> = {};
const requested: string[] = [];
const bodies: unknown[] = [];
const cookies: string[] = [];
/** What the browser answers when it is asked for its cookies. */
let jar = '';

// Texts are their keys.
await i18next.init({ lng: 'cimode' });

beforeEach(() => {
  jar = 'token=abc';
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('document', {
    getElementById: () => null,
    get cookie() {
      return jar;
    },
    set cookie(text: string) {
      cookies.push(text);
    },
  });
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') bodies.push(JSON.parse(body));
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
  bodies.length = 0;
  cookies.length = 0;
  useNotices.setState({ notices: [] });
  vi.unstubAllGlobals();
});

test('loads roles with the selected-list call and the token', async () => {
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

test('if loading user info fails, the token is cleared and an error message is shown', async () => {
  answers['/api/org/menutree/selectedlist'] = null;
  await Promise.all([admit(), admit()]);
  expect(useSession.getState()).toMatchObject({ token: undefined, roles: [] });
  expect(useNotices.getState().notices).toMatchObject([
    { kind: 'error', text: 'session.verificationFailed', times: 1 },
  ]);
});

test('session user: token, name, avatar, introduction, roles (list), account_type, baseurl', async () => {
  expect(useSession.getState()).toMatchObject({ token: 'abc', avatar: '', introduction: '', roles: [], baseurl: '' });
  answers[self.path] = { name: '李四', account_name: 'lisi', account_type: 2, avatar: 'a1', introduction: '质检员' };
  await loadRoles();
  expect(useSession.getState()).toMatchObject({ avatar: '/pictures/a1-thumb.webp', introduction: '质检员' });
  expect(useSession.getState()).toHaveProperty('account_type');
});

test('token, name and account_type are stored in cookies after login; roles and permissions=1 go with the calls', async () => {
  answers['/api/sso/login'] = 'new-token';
  await signIn({ account_name: 'lisi', account_password: 'x', account_type: 2, permissions: 1 });
  expect(cookies.map((text) => text.split(';')[0])).toEqual(['token=new-token', 'name=lisi', 'account_type=2']);
  expect(bodies.at(-1)).toEqual({ account_name: 'lisi', account_password: 'x', account_type: 2, permissions: 1 });
  expect(useSession.getState()).toMatchObject({ token: 'new-token', name: 'lisi', account_type: 2, roles: [] });
});

test('reports a sign-in to the login log once, with the address that the server saw', async () => {
  answers['/api/sso/login'] = 'new-token';
  answers['/api/org/employees/self'] = {
    name: '李四',
    account_name: 'lisi',
    account_type: 2,
    last_login_ip: '1.2.3.4',
  };
  await signIn({ account_name: 'lisi', account_password: 'x', account_type: 2, permissions: 1 });
  await loadRoles();
  await loadRoles();
  expect(requested.filter((url) => url.startsWith('/api/org/loginlog/add'))).toHaveLength(1);
  expect(bodies.at(-1)).toEqual({ accountName: 'lisi', loginIp: '1.2.3.4' });
});

test('signing out calls the server and clears token, roles and cookie', async () => {
  useSession.setState({ roles: ['base'] });
  await signOut();
  expect(requested).toEqual(['/api/sso/loginout']);
  expect(useSession.getState()).toMatchObject({ token: undefined, roles: [] });
  expect(cookies.map((text) => text.split(';')[0])).toEqual(['token=', 'own_token=', 'name=', 'account_type=']);
  expect(useSession.getState()).toMatchObject({ name: '', account_type: undefined });
});

test('signing out closes all tabs', async () => {
  useTabs.setState({ visited: [], cached: ['productlist'] });
  await signOut();
  expect(useTabs.getState()).toEqual({ visited: [], cached: [] });
});

test('resetting clears token, roles and cookie without a call', () => {
  useSession.setState({ roles: ['base'] });
  resetSession();
  expect(requested).toEqual([]);
  expect(useSession.getState()).toMatchObject({ token: undefined, roles: [], self: undefined });
  expect(cookies.map((text) => text.split(';')[0])).toEqual(['token=', 'own_token=']);
});

test('changing roles sets a token derived from the role, reloads info, rebuilds routes and closes all tabs; ending it goes back', async () => {
  const went: string[] = [];
  navigateWith((path) => went.push(path));
  answers[roleView.path] = 'role-7-secret';
  useTabs.setState({ visited: [], cached: ['productlist'] });
  await changeRole(7);
  expect(bodies).toEqual([{ role_id: 7 }]);
  expect(useSession.getState()).toMatchObject({ token: 'role-7-secret', roles: ['base'] });
  expect(requested).toContain('/api/org/menutree/selectedlist?token=role-7-secret');
  expect(cookies.map((text) => text.split(';')[0])).toEqual(['own_token=abc', 'token=role-7-secret']);
  expect(permittedRoutes(gatedRoutes, useSession.getState().roles).map(({ name }) => name)).toEqual(['base']);
  expect(useTabs.getState()).toEqual({ visited: [], cached: [] });

  jar = 'token=role-7-secret; own_token=abc';
  await endRoleView();
  expect(requested).toContain('/api/sso/loginout');
  expect(useSession.getState()).toMatchObject({ token: 'abc', roles: ['base'] });
  expect(cookies.map((text) => text.split(';')[0]).slice(2, 4)).toEqual(['token=abc', 'own_token=']);
  expect(went).toEqual(['/', '/']);
});

test('follows another window that views a role', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const data = answers[url.split('?')[0] ?? ''] ?? null;
    return Response.json({ status_code: 200, data }, { headers: { permissions: jar } });
  });
  await loadRoles();
  jar = 'token=role-7-secret; own_token=abc';
  await call(self, {});
  expect(useSession.getState()).toMatchObject({ token: 'role-7-secret', roles: [] });
});

test('signing out of a role view ends the original session', async () => {
  jar = 'token=role-7-secret; own_token=abc';
  await signOut();
  expect(cookies.map((text) => text.split(';')[0]).slice(0, 2)).toEqual(['token=abc', 'own_token=']);
  expect(useSession.getState()).toMatchObject({ token: undefined });
});

test('shows a toast and asks if the session ends while roles are reloaded', async () => {
  let mark = 'one';
  let ended = false;
  vi.stubGlobal('fetch', async (url: string) => {
    const data = answers[url.split('?')[0] ?? ''] ?? null;
    const over = ended && url.startsWith(selectedList.path);
    const answer = over ? { status_code: 403, code: 50012, message: '登录已结束' } : { status_code: 200, data };
    return Response.json(answer, { status: answer.status_code, headers: { permissions: mark } });
  });
  await loadRoles();
  mark = 'two';
  ended = true;
  await call(self, {});
  await vi.waitFor(() => expect(useQuestion.getState().question).toBeDefined());
  expect(useNotices.getState().notices).toMatchObject([{ kind: 'error', text: '登录已结束', times: 1 }]);
  useQuestion.getState().question?.answer(false);
});

test('reloads roles and menus once when an answer reports changed permissions', async () => {
  let mark = 'one';
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    const data = answers[url.split('?')[0] ?? ''] ?? null;
    return Response.json({ status_code: 200, message: 'ok', code: 20000, data }, { headers: { permissions: mark } });
  });
  const countRequests = () => requested.filter((url) => url.startsWith(selectedList.path)).length;
  await loadRoles();
  await call(self, {});
  expect(countRequests()).toBe(1);

  mark = 'two';
  answers[selectedList.path] = [
    { menu_key: 'tagging', selected: true, listMenuButtons: [] },
    {
      menu_key: 'base',
      selected: false,
      enabled: false,
      listMenuButtons: [{ menu_button_code: 'base:add', selected: false, enabled: false }],
    },
  ];
  await Promise.all([call(self, {}), call(self, {})]);
  await vi.waitFor(() => expect(useSession.getState().roles).toEqual(['tagging']));
  expect(useSession.getState().arrangement).toEqual({
    order: ['tagging', 'base'],
    off: ['base', 'base:add'],
    alwaysShown: [],
  });
  await call(self, {});
  expect(countRequests()).toBe(2);
});
