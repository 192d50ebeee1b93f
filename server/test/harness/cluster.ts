import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

// A Citus cluster for the tests: SUYUAN_TEST_CITUS is the URL of a coordinator, or the path of a script that starts one
// (`up FOLDER PORT`, which prints the URL last, on that port and the two after it; `down FOLDER`).

const run = promisify(execFile);

export interface TestCluster {
  /** The coordinator's. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function testCluster(given: string): Promise<TestCluster> {
  if (/^postgres(ql)?:/.test(given)) return { url: given, stop: async () => {} };
  const script = resolve(given);
  return started(script).catch(async (error) => {
    // Citus does not load into a PostgreSQL that is older than the one it was built for.
    if (await bringPostgresUpToDate()) return started(script);
    throw error;
  });
}

async function started(script: string): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'suyuan-cluster-'));
  const stop = async () => {
    await run(script, ['down', folder]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { stdout } = await run(script, ['up', folder, String(await freePorts(3))]);
    return { url: stdout.trim().split('\n').at(-1) as string, stop };
  } catch (cause) {
    const logs = await endOfLogs(folder);
    await stop();
    throw new Error(`The cluster did not start: ${(cause as Error).message}\n${logs}`, { cause });
  }
}

/** Of Debian's packages, where we may; answers whether that was done. */
async function bringPostgresUpToDate(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--only-upgrade', 'postgresql-15'], { env });
    return true;
  } catch {
    return false;
  }
}

/** The last lines that each node wrote before the folder goes. */
async function endOfLogs(folder: string): Promise<string> {
  const nodes = await readdir(folder).catch(() => []);
  const ends = await Promise.all(
    nodes.map(async (node) => {
      const log = await readFile(join(folder, node, 'log'), 'utf8').catch(() => '');
      return log === '' ? [] : [`${node}:`, ...log.trimEnd().split('\n').slice(-8)];
    }),
  );
  return ends.flat().join('\n');
}

/** The first of some ports in a row that nobody listens on. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 12_000);
    const free = await Promise.all(Array.from({ length: count }, (_, n) => isFree(first + n)));
    if (free.every(Boolean)) return first;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const server = createServer();
    server.once('error', () => answer(false));
    server.listen(port, '127.0.0.1', () => server.close(() => answer(true)));
  });
