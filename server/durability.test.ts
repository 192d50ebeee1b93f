import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { productAdd } from '../contract/base.ts';
import type { Call, Envelope, InputOf, OutputOf } from '../contract/call.ts';
import { scan } from '../contract/consumer.ts';
import { updatePasswordSelf } from '../contract/organ.ts';
import { customerQueryPage } from '../contract/querymanage.ts';
import { login } from '../contract/sso.ts';
import { orderAdd, orderPage, ruleAdd } from '../contract/tagging.ts';

// The server as it is started for real: a process on its own embedded database.

const password = 'a-first-password-1';
let dataDir: string;
let running: ChildProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'suyuan-durable-'));
});
afterEach(async () => {
  for (const child of running) await ended(child, 'SIGTERM');
  running = [];
  await rm(dataDir, { recursive: true, force: true });
});

async function begin(
  env: Record<string, string> = { SUYUAN_ADMIN_PASSWORD: password },
): Promise<{ child: ChildProcess; url: string; printed: () => string }> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      SUYUAN_PORT: '0',
      SUYUAN_DATA_DIR: dataDir,
      SUYUAN_SAMPLE: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /Address\s+(http:\S+)/.exec(printed)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(printed)));
  });
  return { child, url, printed: () => printed };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exit;
  }
  return child.exitCode;
}

async function call<C extends Call>(
  url: string,
  token: string,
  definition: C,
  input: InputOf<C>,
): Promise<OutputOf<C>> {
  const query = definition.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const response = await fetch(url + definition.path + query, {
    method: definition.method,
    headers: { token, 'content-type': 'application/json' },
    ...(definition.method === 'POST' ? { body: JSON.stringify(input) } : {}),
  });
  const { status_code, message, data } = (await response.json()) as Envelope<OutputOf<C>>;
  if (status_code !== 200) throw new Error(message);
  return data;
}

const signIn = (url: string) =>
  call(url, '', login, { account_name: 'admin', account_password: password, account_type: 1 });

test('what was acknowledged before a kill -9 is there after the next start', async () => {
  const first = await begin();
  const token = await signIn(first.url);
  const rule = await call(first.url, token, ruleAdd, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 16,
    check: 'none',
    carrier: 'plain',
  });
  const product = await call(first.url, token, productAdd, { product_code: 'P', product_name: 'P' });
  const order = await call(first.url, token, orderAdd, { rule_id: rule.id, product_id: product.id, quantity: 10 });

  let scans = 0;
  let orders = 1;
  const busy = async (work: () => Promise<unknown>, count: () => void) => {
    // Ends with the server: the call that finds it dead was not acknowledged.
    for (;;) {
      await work();
      count();
    }
  };
  const load = [
    ...Array.from({ length: 8 }, () =>
      busy(
        () => call(first.url, '', scan, { code: order.first }),
        () => {
          scans += 1;
        },
      ),
    ),
    busy(
      () => call(first.url, token, orderAdd, { rule_id: rule.id, quantity: 1 }),
      () => {
        orders += 1;
      },
    ),
  ].map((endless) => endless.catch(() => undefined));
  await expect.poll(() => scans, { timeout: 20_000 }).toBeGreaterThan(200);
  await ended(first.child, 'SIGKILL');
  await Promise.all(load);

  const second = await begin();
  const next = await signIn(second.url);
  expect((await call(second.url, next, customerQueryPage, { size: 1 })).total).toBeGreaterThanOrEqual(scans);
  expect((await call(second.url, next, orderPage, { size: 1 })).total).toBeGreaterThanOrEqual(orders);
  const counted = await call(second.url, '', scan, { code: order.first });
  expect(counted.scan.count).toBeGreaterThan(scans);
});

test('a second server on the same data folder says who has it; SIGTERM ends everything, the database included', async () => {
  const first = await begin();
  await expect(begin()).rejects.toThrow(/in use by process \d+/);
  const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  expect(await ended(first.child, 'SIGTERM')).toBe(0);
  expect(() => process.kill(pid, 0)).toThrow();
});

test('a password from the environment is never printed', async () => {
  const { printed } = await begin();
  expect(printed()).toContain('Account   admin');
  expect(printed()).not.toContain(password);
});

test('a first password that was made up is printed once, works, and has to be changed', async () => {
  const first = await begin({});
  const printed = /Password\s+(\S+)/.exec(first.printed())?.[1] ?? '';
  const credentials = { account_name: 'admin', account_password: printed, account_type: 1 } as const;
  const token = await call(first.url, '', login, credentials);
  await expect(call(first.url, token, productAdd, { product_code: 'P', product_name: 'P' })).rejects.toThrow(
    'Change your temporary password first',
  );
  await call(first.url, token, updatePasswordSelf, { old_password: printed, new_password: password });
  await call(first.url, token, productAdd, { product_code: 'P', product_name: 'P' });
  await ended(first.child, 'SIGTERM');
  const second = await begin({});
  expect(second.printed()).not.toContain('Password');
  await signIn(second.url);
});
