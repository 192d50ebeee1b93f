import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import type { Call, Envelope, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { serverArguments } from '../install.mjs';
import { currentRun, placeForServer } from './run.ts';

export { expect };

export const adminPassword = 'a-first-password-1';

export interface TestServer {
  readonly url: string;
  /** Makes a call as the administrator and returns its data; the test fails if the call is refused. */
  call<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>>;
  readonly token: string;
  /** The URL of its database, unless it is the server with the sample data. */
  readonly database?: string;
}

/** `test` with a real server, which has a database of its own for each worker. */
export const test = base.extend<object, { server: TestServer; emptyFor: string; sample: 'on' | 'off' }>({
  /** Set by tests that need an empty system: each value gets a worker, and so a server, of its own. */
  emptyFor: ['', { scope: 'worker', option: true }],
  /** For tests that only read the sample data; they share one server. */
  sample: ['off', { scope: 'worker', option: true }],
  server: [
    async ({ sample }, use) => {
      if (sample === 'on') return use(await signedInAt(await sampleServer()));
      const { url, database, stop } = await startServer();
      await use({ ...(await signedInAt(url)), database });
      await stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

/** Signs in through the sign-in page. */
export async function signIn(page: Page, password = adminPassword): Promise<void> {
  await page.goto('/login');
  await page.locator('[name=account_name]').fill('admin');
  await page.locator('[name=account_password]').fill(password);
  await page.getByRole('button', { name: /^(登\s*录|Sign in|Iniciar sesión|サインイン)$/ }).click();
  await page.waitForURL(/\/dashboard/);
}

/** Signs in by cookies, for tests that are not about signing in. */
export async function signedIn(page: Page, server: TestServer): Promise<void> {
  await page.context().addCookies([
    { name: 'token', value: server.token, url: server.url },
    { name: 'name', value: 'admin', url: server.url },
    { name: 'account_type', value: '1', url: server.url },
  ]);
}

interface StartedServer {
  readonly url: string;
  readonly database: string;
  /** Kills the server without notice, and starts it again at the same address. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server with a database of its own. */
export async function startServer(settings: NodeJS.ProcessEnv = {}): Promise<StartedServer> {
  const { database, environment } = await placeForServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'suyuan-e2e-'));
  const launch = (port: string) =>
    launched({ ...environment, SUYUAN_PORT: port, SUYUAN_DATA_DIR: dataDir, ...settings });
  let running = await launch('0');
  const { url } = running;
  return {
    url,
    database,
    crash: async () => {
      await ended(running.child, 'SIGKILL');
      running = await launch(new URL(url).port);
    },
    stop: async () => {
      await ended(running.child, 'SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function launched(environment: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, serverArguments, {
    cwd: new URL('..', import.meta.url),
    env: {
      ...process.env,
      SUYUAN_ADMIN_PASSWORD: adminPassword,
      SUYUAN_SAMPLE: 'off',
      SUYUAN_RATE_LIMIT: 'off',
      SUYUAN_TRUST_PROXY: '127.0.0.1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /Address\s+(http:\S+)/.exec(printed)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${printed}`)));
  });
  return { child, url };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await end;
}

async function sampleServer(): Promise<string> {
  const response = await fetch(currentRun().sample);
  const message = await response.text();
  expect(response.status, message).toBe(200);
  return message;
}

/** The server at this URL, with calls made as its administrator. */
export async function signedInAt(url: string): Promise<TestServer> {
  const input = {
    account_name: 'admin',
    account_password: adminPassword,
    account_type: 1 as const,
    permissions: 1 as const,
  };
  const token = await callServer(url, '', login, input);
  return { url, token, call: (call, input) => callServer(url, token, call, input) };
}

export async function callServer<C extends Call>(
  url: string,
  token: string,
  call: C,
  input: InputOf<C>,
): Promise<OutputOf<C>> {
  const query = call.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const response = await fetch(url + call.path + query, {
    method: call.method,
    headers: { token, 'content-type': 'application/json' },
    ...(call.method === 'POST' ? { body: JSON.stringify(input) } : {}),
  });
  const envelope = (await response.json()) as Envelope<OutputOf<C>>;
  expect(envelope.status_code, envelope.message).toBe(200);
  return envelope.data;
}
