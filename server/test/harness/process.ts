import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call, Envelope, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { inject, onTestFinished } from 'vitest';
import { commandsFile, serverArguments } from '../../../install.mjs';
import { newMigratedDatabase, onCluster } from './new-database.ts';

// The server as it is started for real: a process, on a database of the run's PostgreSQL unless the embedded one is requested.

export const password = 'a-first-password-1';

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly printed: () => string;
}

/** What is compiled of the server is kept for the processes of a run: many begin, and each would do it again. */
const compiled: Record<string, string> = { NODE_COMPILE_CACHE: inject('compiled') };

/** Data folders with the embedded database. */
const embedded = new Set<string>();
/** The database that goes with another data folder, once a process has been started on it. */
const databases = new Map<string, Promise<string>>();

/** What a server is started with as on its first day, when nothing of it was compiled before: its memory is larger then. */
export const firstDay = { NODE_DISABLE_COMPILE_CACHE: '1' };

/**
 * A data folder that is gone after the test. Ask for it before the processes that use it. What is tried of the embedded
 * database asks for that; a cluster has none.
 */
export async function newDataDir(database?: 'embedded'): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'suyuan-process-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  if (database === 'embedded' && !onCluster) embedded.add(dataDir);
  return dataDir;
}

async function databaseOf(dataDir: string): Promise<Record<string, string>> {
  if (embedded.has(dataDir)) return compiled;
  const url = databases.get(dataDir) ?? newMigratedDatabase();
  databases.set(dataDir, url);
  return { ...compiled, SUYUAN_DATABASE_URL: await url };
}

/** No load balancer has to learn that a server stops. */
const hurry = { SUYUAN_DRAIN_SECONDS: '0' };

/**
 * Resolves once the server listens; rejects with what it printed when it ends before. `printing` follows what it prints; `within` is a
 * command that runs another one in surroundings of its own.
 */
export async function startProcess(
  dataDir: string,
  env: Record<string, string> = { SUYUAN_ADMIN_PASSWORD: password },
  args: readonly string[] = serverArguments,
  printing: (printed: string) => void = () => {},
  within: readonly string[] = [],
): Promise<ServerProcess> {
  const database = env.SUYUAN_DATABASE_URL === undefined ? await databaseOf(dataDir) : compiled;
  const usual = { PATH: process.env.PATH, SUYUAN_PORT: '0', SUYUAN_DATA_DIR: dataDir, SUYUAN_SAMPLE: 'off', ...hurry };
  const [command, ...rest] = [...within, process.execPath, ...args] as [string, ...string[]];
  const child = spawn(command, rest, {
    env: { ...usual, ...database, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => void (await ended(child, 'SIGTERM')));
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      printing(printed);
      const address = /Address\s+(http:\S+)/.exec(printed)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(printed)));
  });
  return { child, url, printed: () => printed };
}

/** A command that was started, and may be interrupted. */
export function startCommand(name: string, env: Record<string, string>, ...args: string[]) {
  return spawn(process.execPath, [commandsFile, name, ...args], {
    env: { PATH: process.env.PATH, ...compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command of ours to its end; answers what it printed on either output. */
export async function runCommand(
  name: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; printed: string }> {
  const child = startCommand(name, env, ...args);
  let printed = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, printed };
}

/** The exit code, once the process has ended by itself or by a signal. */
export async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = new Promise((resolve) => child.once('exit', resolve));
    if (signal) child.kill(signal);
    await exit;
  }
  return child.exitCode;
}

export async function callProcess<C extends Call>(
  { url }: ServerProcess,
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

export const signIn = (server: ServerProcess, account_password = password): Promise<string> =>
  callProcess(server, '', login, { account_name: 'admin', account_password, account_type: 1 });
