import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Outcome } from '#platform/backup/made-backups.ts';
import { type Config, withoutFiles } from '#platform/config/config.ts';

const program = new URL('./main.ts', import.meta.url);
/** Milliseconds in which the command has to remove what it has written. */
const patience = 5000;

/** Runs the command in a process of its own, so that the server goes on answering, for the database of this server. */
export async function backUp(config: Config, name: string, signal: AbortSignal): Promise<Outcome> {
  signal.throwIfAborted();
  const args = [fileURLToPath(program), 'backup', '--out', name, '--json', '--scheduled'];
  const child = spawn(process.execPath, args, { env: environmentOf(config), stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), patience).unref();
  };
  signal.addEventListener('abort', stop);
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => signal.removeEventListener('abort', stop));
  if (code !== 0) throw new Error(Buffer.concat(errors).toString().trim() || `The command ended with ${code}.`);
  const last = Buffer.concat(output).toString().trim().split('\n').at(-1) as string;
  return JSON.parse(last) as Outcome;
}

/** The settings of this server, wherever it has them from. */
function environmentOf(config: Config): NodeJS.ProcessEnv {
  const given = {
    SUYUAN_DATA_DIR: config.dataDir,
    SUYUAN_DATABASE_URL: config.databaseUrl,
    SUYUAN_MASTER_KEY: config.masterKey?.toString('hex'),
    SUYUAN_BACKUP_PASSPHRASE: config.backupPassphrase,
    SUYUAN_BACKUP_BUCKET: config.backupBucket?.url,
    SUYUAN_BACKUP_ACCESS_KEY: config.backupAccessKey,
    SUYUAN_BACKUP_SECRET_KEY: config.backupSecretKey,
  };
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...withoutFiles(process.env), ...Object.fromEntries(set) };
}
