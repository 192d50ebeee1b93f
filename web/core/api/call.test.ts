import { product } from '@suyuan/contract/base/product/product.ts';
import { selectedList } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import zh from '@suyuan/locales/zh/start.json';
import i18next from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showCarriedNotice } from '../notices/carried.ts';
import { useNotices } from '../notices/notices.ts';
import { useQuestion } from '../notices/question.ts';
import type { ApiError } from './apiError.ts';
import { call } from './call.ts';
import { handleFailure, mainClient } from './failure.ts';
import { navigateWith } from './navigation.ts';

await i18next.init({
  lng: 'zh',
  resources: { zh: { translation: zh } },
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
});

const removed: string[] = [];
const reload = vi.fn();
const stored = new Map<string, string>();
const sessionStorage = {
  setItem: (key: string, text: string) => stored.set(key, text),
  getItem: (key: string) => stored.get(key) ?? null,
  removeItem: (key: string) => stored.delete(key),
};
const went: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { protocol: 'https:', reload });
  vi.stubGlobal('window', { location: { reload, pathname: '/records', search: '?page=2' }, sessionStorage });
  vi.stubGlobal('document', {
    getElementById: () => null,
    get cookie() {
      return 'token=abc';
    },
    set cookie(text: string) {
      if (/expires=.*(1970|GMT)/.test(text)) removed.push(text.split('=')[0] as string);
    },
  });
  navigateWith((path) => went.push(path));
});
afterEach(() => {
  useQuestion.getState().question?.answer(false);
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reload.mockClear();
  removed.length = 0;
  went.length = 0;
});

type Answer = {
  readonly status_code: number;
  readonly code?: number;
  readonly message?: string;
  readonly data?: unknown;
};
const answering = (answer: Answer) =>
  vi.stubGlobal('fetch', async () => Response.json(answer, { status: answer.status_code }));
const silentServer = () =>
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
const shownNotices = () => useNotices.getState().notices.map(({ kind, text }) => `${kind}: ${text}`);
const credentials = { account_name: 'a', account_password: 'b', account_type: 1, permissions: 1 } as const;
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: Error) => error,
  );

test('status_code not 200: an error toast for 5 s with the message; the call rejects', async () => {
  answering({ status_code: 409, code: 40900, message: '编码已被使用' });
  await expect(call(product.page, {})).rejects.toMatchObject({ statusCode: 409, message: '编码已被使用' });
  expect(shownNotices()).toEqual(['error: 编码已被使用']);
  vi.advanceTimersByTime(4999);
  expect(shownNotices()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(shownNotices()).toEqual([]);
});

test("status_code not 200 without a message: sign-in client fallback 'Error状态错误'", async () => {
  answering({ status_code: 500, message: '' });
  await refusal(call(login, credentials));
  await refusal(call(product.page, {}));
  expect(shownNotices()).toEqual(['error: Error状态错误', 'error: 请求失败']);
});

test('rejects an answer without an envelope', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>bad gateway</html>', { status: 502 }));
  expect(await refusal(call(product.page, {}))).toMatchObject({ statusCode: 502 });
  vi.stubGlobal('fetch', async () => new Response('<html>a portal of the hotel</html>', { status: 200 }));
  expect(await refusal(call(product.page, {}))).toMatchObject({ name: 'ApiError' });
});

test('network error: its message as a toast for 5 s', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await refusal(call(product.page, {}))).toMatchObject({ statusCode: 0 });
  expect(shownNotices()).toEqual(['error: 网络错误：无法连接服务器，请检查网络后重试']);
});

test('explains that the device is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await refusal(call(product.page, {}));
  expect(shownNotices()).toEqual(['error: 设备没有连接网络，请连接后重试']);
});

test('shows one toast for ten equal errors', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await Promise.all(Array.from({ length: 10 }, () => refusal(call(product.page, {}))));
  expect(useNotices.getState().notices).toMatchObject([{ kind: 'error', times: 10 }]);
});

test.each([
  ['sign-in client, 5 s', login, credentials, 5000, '请求超时：服务器在 5 秒内没有响应'],
  ['main client, 15 s', product.page, {}, 15_000, '请求超时：服务器在 15 秒内没有响应'],
] as const)('explains the timeout of the %s', async (_, definition, input, patience, words) => {
  silentServer();
  let outcome: unknown;
  // Each call stands beside its own input; the types see any of them beside any.
  const waiting = refusal(call(definition, input as never)).then((result) => {
    outcome = result;
  });
  await vi.advanceTimersByTimeAsync(patience - 1);
  expect(outcome).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(outcome).toMatchObject({ statusCode: 0, message: words });
  expect(shownNotices()).toEqual([`error: ${words}`]);
});

test('cancels requests silently when their screen unmounts', async () => {
  silentServer();
  const screen = new AbortController();
  const waiting = refusal(call(product.page, {}, { signal: screen.signal }));
  screen.abort();
  expect(await waiting).toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(shownNotices()).toEqual([]);
});

test.each([
  ['status_code 403', { status_code: 403, code: 40300 }],
  ['code 50012', { status_code: 403, code: 50012 }],
  ['code 50014', { status_code: 403, code: 50014 }],
])('%s: the org client resets and reloads without asking', async (_, answer) => {
  answering({ ...answer, message: '登录已过期' });
  await refusal(call(product.page, {}));
  expect(useQuestion.getState().question).toBeUndefined();
  expect([removed, reload.mock.calls.length]).toEqual([['token'], 1]);
  // The toast was lost with the page; the next page shows it once.
  vi.runAllTimers();
  showCarriedNotice();
  showCarriedNotice();
  expect(useNotices.getState().notices).toMatchObject([{ text: '登录已过期', times: 1 }]);
});

test('status_code 403: the sign-in client asks; Cancel stays on this page, Re-Login resets the token and reloads', async () => {
  answering({ status_code: 403, code: 50014, message: '登录已过期' });
  await refusal(call(selectedList, { token: 'abc' }));
  expect(useQuestion.getState().question).toMatchObject({ title: zh['session.confirmLogout'] });
  useQuestion.getState().question?.answer(false);
  await vi.advanceTimersByTimeAsync(0);
  expect([removed, reload.mock.calls.length]).toEqual([[], 0]);

  await refusal(call(selectedList, { token: 'abc' }));
  useQuestion.getState().question?.answer(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([removed, reload.mock.calls.length]).toEqual([['token'], 1]);
});

test('goes to /401 without access, and to the password page with a temporary password', async () => {
  answering({ status_code: 401, code: 40100, message: '没有权限' });
  await refusal(call(product.page, {}));
  answering({ status_code: 401, code: 40110, message: '请先修改密码' });
  await refusal(call(product.page, {}));
  expect(went).toEqual(['/401', '/change-password?redirect=/records%3Fpage%3D2']);
});

test('leaves the failure of a prefetch to its screen, which shows it once with its consequence', async () => {
  const failed = async (answer: Answer) => {
    answering(answer);
    return (await refusal(call(product.page, {}, { background: true }))) as ApiError;
  };
  const show = (error: ApiError) => handleFailure(error, mainClient, {});
  const broken = await failed({ status_code: 500, message: '服务器出错' });
  expect(shownNotices()).toEqual([]);
  show(broken);
  show(broken);
  expect(useNotices.getState().notices).toMatchObject([{ text: '服务器出错', times: 1 }]);
  show(await failed({ status_code: 401, code: 40100, message: '没有权限' }));
  expect(went).toEqual(['/401']);
  show(await failed({ status_code: 403, code: 50012, message: '登录已结束' }));
  expect([removed, reload.mock.calls.length]).toEqual([['token'], 1]);
});

test('reports the end of the session even for a silent call', async () => {
  answering({ status_code: 403, code: 50012, message: '登录已结束' });
  await refusal(call(selectedList, { token: 'abc' }, { silent: true }));
  expect(shownNotices()).toEqual(['error: 登录已结束']);
  expect(useQuestion.getState().question).toMatchObject({ title: zh['session.confirmLogout'] });
});

test('leaves refused fields to the form, without a toast', async () => {
  answering({
    status_code: 400,
    code: 40000,
    message: '不对',
    data: { fields: [{ path: 'gtin', message: '不是 GTIN' }] },
  });
  const error = await refusal(call(product.page, {}, { fieldErrors: true }));
  expect(error).toMatchObject({ fields: [{ path: 'gtin', message: '不是 GTIN' }] });
  expect(shownNotices()).toEqual([]);
});

test('shows refused codes in a toast only if the screen does not list them', async () => {
  const refusals = [{ code: 'A1', reason: 'closed', message: '已关闭', conflict: null }];
  answering({ status_code: 409, code: 40900, message: '1 个码未被接受', data: { refusals } });
  expect(await refusal(call(product.page, {}, { showsRefusals: true }))).toMatchObject({ refusals, fields: [] });
  expect(shownNotices()).toEqual([]);
  await refusal(call(product.page, {}));
  expect(shownNotices()).toEqual(['error: 1 个码未被接受']);
});
