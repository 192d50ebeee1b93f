import { access, chmod, constants, mkdir } from 'node:fs/promises';
import { inspect } from 'node:util';
import { withPassword } from './database-address.ts';
import { environment, type Optional, type Setting } from './environment.ts';
import { withSecretFiles } from './secret-files.ts';

type Table = typeof environment;
type Parsed<Key extends keyof Table> = Exclude<ReturnType<Table[Key]['parse']>, undefined>;
type Values = {
  readonly [Key in keyof Table]: Table[Key] extends Optional<unknown> ? Parsed<Key> | undefined : Parsed<Key>;
};

/** The validated settings of the environment. As JSON or in a log, their secrets are left out. */
export interface Config extends Omit<Values, 'sample' | 'databasePassword'> {
  /** The share of the sample data that the first start fills in; 0 for none. */
  readonly sample: number;
}

/** Every setting, in the order of the README's table. */
export const settings: readonly Setting<unknown>[] = Object.values(environment);

/** The names of those that are secrets, which `<name>_FILE` may give, too. */
const secrets = settings.filter(({ secret }) => secret).map(({ name }) => name);

/** Thrown with all invalid settings, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Variables of tests, benchmarks and commands, which are ignored if a server's environment has them. */
const notForTheServer = /^SUYUAN_(CHROMIUM$|NEW_MASTER_KEY(_FILE)?$|TEST_|BENCH_)/;

/** Reads every setting; throws one ConfigError that names all wrong ones. An empty variable counts as unset. */
export function readConfig(given: NodeJS.ProcessEnv): Config {
  const { env, problems: unread } = withSecretFiles(given, secrets);
  const problems = [...unread];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(environment)) {
    const setText = env[setting.name]?.trim() ?? '';
    const text = setText === '' ? setting.default : setText;
    values[key] = text === '' ? undefined : setting.parse(text);
    if (text !== '' && values[key] === undefined) {
      const hint = setting.secret ? '' : `, not ${JSON.stringify(text)}`;
      problems.push(`${setting.name} must be ${setting.accepts}${hint}.`);
    }
  }
  problems.push(...unknownNames(env), ...contradictions(values as Values));
  if (problems.length > 0) throw new ConfigError(problems);
  const { databasePassword, ...others } = values as Values;
  const { url: databaseUrl, problem } = withPassword(others.databaseUrl, databasePassword);
  if (problem !== undefined) throw new ConfigError([problem]);
  const config = { ...others, databaseUrl, sample: others.sample ?? (databaseUrl === undefined ? 1 : 0) };
  const descriptor = { value: () => withoutSecrets(config) };
  return Object.defineProperties(config, { toJSON: descriptor, [inspect.custom]: descriptor });
}

/** The environment for a command that is given settings beside it: a secret that is in a file could not be set as well. */
export const withoutFiles = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => withSecretFiles(env, secrets).env;

function contradictions({ backupDir, backupBucket, backupAccessKey, backupSecretKey }: Values): string[] {
  const problems: string[] = [];
  if (backupDir !== undefined && backupBucket !== undefined)
    problems.push('SUYUAN_BACKUP_DIR and SUYUAN_BACKUP_BUCKET are both set: keep one of them.');
  if (backupBucket !== undefined && (backupAccessKey === undefined || backupSecretKey === undefined))
    problems.push('SUYUAN_BACKUP_BUCKET needs SUYUAN_BACKUP_ACCESS_KEY and SUYUAN_BACKUP_SECRET_KEY.');
  return problems;
}

/** Makes the data folder in mode 0711: other users, such as the embedded database's, may pass through but not list it. */
export async function makeDataDir(path: string): Promise<void> {
  try {
    const folder = await mkdir(path, { recursive: true });
    if (folder !== undefined) await chmod(path, 0o711);
    await access(path, constants.W_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`The data folder ${path} cannot be used (${code}). Set SUYUAN_DATA_DIR to another one.`, { cause });
  }
}

function withoutSecrets(config: Config): Record<string, unknown> {
  const secret = new Set(
    Object.entries<Setting<unknown>>(environment).flatMap(([key, { secret }]) => (secret ? [key] : [])),
  );
  return Object.fromEntries(Object.entries(config).filter(([key]) => !secret.has(key)));
}

function unknownNames(env: NodeJS.ProcessEnv): string[] {
  const names = settings.map(({ name }) => name);
  return Object.keys(env)
    .filter((name) => name.startsWith('SUYUAN_') && !names.includes(name) && !notForTheServer.test(name))
    .map((name) => {
      const near = names.find((other) => sameLetters(name, other) || other.startsWith(name) || name.startsWith(other));
      return `${name} is not a setting${near ? `; did you mean ${near}?` : '. The README lists them all.'}`;
    });
}

/** Whether two names differ by one letter at most, or in the order of their letters only. */
function sameLetters(one: string, other: string): boolean {
  const rest = [...other];
  const extra = [...one].filter((letter) => {
    const at = rest.indexOf(letter);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return extra.length <= 1 && rest.length <= 1;
}
