import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { start } from '@suyuan/server/start.ts';
import { chromiumPath } from '../../install.mjs';

// `npm run screenshots`: the pictures of the README, from a server with sample data.

const password = 'a-first-password-1';
const folder = new URL('.', import.meta.url).pathname;
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const dataDir = await mkdtemp(join(tmpdir(), 'suyuan-pictures-'));
const server = await start({
  SUYUAN_PORT: '0',
  SUYUAN_DATA_DIR: dataDir,
  SUYUAN_ADMIN_PASSWORD: password,
  SUYUAN_TRUST_PROXY: '127.0.0.1',
});
const executablePath = chromiumPath();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
try {
  const token = await signIn();
  await sampleIsThere(token);
  const code = await firstCode(token);
  const page = await open(browser, desktop, token);
  await picture(page, '/dashboard', 'dashboard');
  await picture(page, '/home/tagging/records', 'list');
  await picture(page, '/home/tagging/coderule', 'form', async () => {
    await page.getByRole('button', { name: '新增规则' }).first().click();
    const rule = page.getByRole('dialog', { name: '新增规则' });
    await rule.getByRole('radio', { name: 'GS1 SGTIN（Digital Link）' }).check();
    // Another rule of the sample has codes as long as is proposed.
    await rule.getByRole('spinbutton', { name: '序列号长度' }).fill('10');
    await rule.getByRole('button', { name: '填入格式' }).click();
    await rule.getByText('10 个字符').waitFor();
    await rule.getByRole('listitem').first().waitFor();
  });
  await picture(page, '/dashboard', 'settings', async () => {
    await page.getByRole('button', { name: '界面设置' }).click();
    await page.getByRole('dialog', { name: '界面设置' }).waitFor();
  });
  await picture(await open(browser, desktop), '/login', 'login');
  await picture(await open(browser, phone, token), '/home/tagging/records', 'phone');
  await picture(await open(browser, phone), `/c?code=${code}`, 'consumer');
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function open(on: Browser, viewport: { width: number; height: number }, token?: string): Promise<Page> {
  const context = await on.newContext({
    viewport,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': '114.114.114.114' },
  });
  const session = { token, name: 'admin', account_type: '1', language: 'zh' };
  const cookies = Object.entries(session).filter(([, value]) => value !== undefined);
  if (token)
    await context.addCookies(cookies.map(([name, value]) => ({ name, value: value as string, url: server.url })));
  return context.newPage();
}

async function picture(page: Page, path: string, name: string, prepare?: () => Promise<unknown>): Promise<void> {
  await page.goto(server.url + path);
  await page.waitForLoadState('networkidle');
  await prepare?.();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  console.log(`${name}.png`);
}

async function signIn(): Promise<string> {
  const credentials = { account_name: 'admin', account_password: password, account_type: 1, permissions: 1 };
  const response = await fetch(`${server.url}/api/sso/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  return ((await response.json()) as { data: string }).data;
}

async function read<T>(path: string, token: string): Promise<T> {
  const response = await fetch(server.url + path, { headers: { token } });
  return ((await response.json()) as { data: T }).data;
}

/** The sample is filled in behind the sign-in page, day by day: it is whole when the number of scans stands still. */
async function sampleIsThere(token: string): Promise<void> {
  let last = -1;
  for (;;) {
    const { total } = await read<{ total: number }>('/api/querymanage/customerquery/pagelist?size=1', token);
    if (total > 0 && total === last) return;
    last = total;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function firstCode(token: string): Promise<string> {
  const { rows } = await read<{ rows: { last_code: string }[] }>(
    '/api/tagging/orders/pagelist?sort=created_at&size=1',
    token,
  );
  return rows[0]?.last_code ?? '';
}
