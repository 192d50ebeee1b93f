import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Outcome } from '#platform/backup/made-backups.ts';
import { type Config, withoutFiles } from '#platform/config/config.ts';

const program = new URL('./main.ts', import.meta.url);

/** Runs the command in a process of its own, so that the server goes on answering, for the database of this server. */
export async function backUp(config: Config, path: string, signal: AbortSignal): Promise<Outcome> {
  const { dataDir, databaseUrl, masterKey, backupPassphrase } = config;
  const env = {
    ...withoutFiles(process.env),
    SUYUAN_DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { SUYUAN_DATABASE_URL: databaseUrl }),
    ...(masterKey === undefined ? {} : { SUYUAN_MASTER_KEY: masterKey.toString('hex') }),
    ...(backupPassphrase === undefined ? {} : { SUYUAN_BACKUP_PASSPHRASE: backupPassphrase }),
  };
  const args = [fileURLToPath(program), 'backup', '--out', path, '--json', '--scheduled'];
  const child = spawn(process.execPath, args, { env, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(Buffer.concat(errors).toString().trim() || `The command ended with ${code}.`);
  const last = Buffer.concat(output).toString().trim().split('\n').at(-1) as string;
  return JSON.parse(last) as Outcome;
}
