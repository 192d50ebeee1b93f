import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { appTitle } from '@suyuan/contract/app-title.ts';
import type { FastifyBaseLogger } from 'fastify';
import { firstAccountName, makeFirstAccount } from '#modules/organ/session/first-account.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { openDatabase, requireVersion } from '#platform/database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { migrate } from '#platform/migrate/migrate.ts';
import { loadMasterKey } from '#platform/secrets/master-key-file.ts';
import { chooseMasterKey } from '#platform/secrets/master-key-in-use.ts';
import { buildApp } from './app.ts';
import { tables } from './tables.ts';

export interface RunningServer {
  /** The URL it listens on, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Shuts down: refuses new calls, completes running ones, and closes the database last. */
  stop(): Promise<void>;
  /** Resolves with the reason if the server cannot continue. */
  readonly failed: Promise<string>;
}

/** Starts everything that the settings in `env` ask for, and prints the URL and the first password. */
export async function start(env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const config = readConfig(env);
  // Loaded before the database is created, so that a damaged key is reported at once.
  await loadMasterKey(config);
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: progress });
  try {
    return await serve(config, embedded);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function serve(config: Config, embedded: EmbeddedPostgres | undefined): Promise<RunningServer> {
  const database = openDatabase(embedded?.url ?? (config.databaseUrl as string), config.databaseConnections);
  try {
    await requireVersion(database.sql);
    await migrate(database.sql, tables);
    const masterKey = await chooseMasterKey(database.sql, config);
    const firstPassword = await makeFirstAccount(database.sql, config.adminPassword);
    let url = '';
    const { app, fillSample } = await buildApp({
      config,
      database,
      masterKey,
      identity: await serverIdentity(config.dataDir),
      publicUrl: () => url,
    });
    await app.listen({ port: config.port, host: config.host }).catch(explainListening(config));
    url = urlOf(config.host, app.server.address() as AddressInfo);
    announce(url, firstPassword);
    // Sample data are written in the background, while the sign-in page already works.
    const filled = config.sample > 0 ? fillSample(config.sample).catch(tellIncomplete(app.log)) : undefined;
    let stopping = false;
    const stop = async () => {
      stopping = true;
      await app.close();
      await filled;
      await database.close();
      await embedded?.stop();
    };
    return { url, stop, failed: failureOf(embedded, () => stopping) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const tellIncomplete = (log: FastifyBaseLogger) => (error: unknown) =>
  log.warn(error, 'the sample data are incomplete; start with an empty SUYUAN_DATA_DIR to create all of them');

/** Resolves if the embedded database ends without having been stopped by the server. */
function failureOf(embedded: EmbeddedPostgres | undefined, isStopping: () => boolean): Promise<string> {
  return new Promise((resolve) => {
    embedded?.exited.then(({ code }) => {
      if (!isStopping()) resolve(`The embedded PostgreSQL ended by itself (exit code ${code}).`);
    });
  });
}

function urlOf(host: string, { port }: AddressInfo): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function explainListening({ host, port }: Config): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === 'EADDRINUSE') {
      throw new Error(`Port ${port} is used by another program. Set SUYUAN_PORT to a free port, or to 0 to use any.`);
    }
    if (error.code === 'EACCES')
      throw new Error(`This user may not listen on port ${port}. Set SUYUAN_PORT to 1024 or above.`);
    if (error.code === 'EADDRNOTAVAIL')
      throw new Error(`${host} is not an address of this machine. Check SUYUAN_HOST.`);
    throw error;
  };
}

function announce(url: string, firstPassword: string | undefined): void {
  const lines = [`  ${appTitle} is ready`, '', `  Address   ${url}`, `  Account   ${firstAccountName}`];
  if (firstPassword !== undefined) {
    lines.push(
      `  Password  ${firstPassword}`,
      '',
      '  The password is shown this once; the first sign-in asks for a new one.',
    );
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

const progress = (message: string): void => {
  process.stdout.write(`${message}\n`);
};

/**
 * The identity of the server of a data folder, which stays the same over its restarts: what the process before this one had is
 * known to be left. If that process is still there, two share the folder, and this one gets an identity of its own.
 */
async function serverIdentity(dataDir: string): Promise<string> {
  const path = join(dataDir, 'server.id');
  const [stored = '', process_ = ''] = (await readFile(path, 'utf8').catch(() => '')).trim().split(' ');
  if (isAlive(Number(process_))) return randomUUID();
  const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(stored) ? stored : randomUUID();
  await writeFile(path, `${id} ${process.pid}\n`, { mode: 0o600 });
  return id;
}

/** Whether another process has this number. In a container, the one before often had the number of this one. */
function isAlive(id: number): boolean {
  if (!Number.isSafeInteger(id) || id <= 0 || id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
