import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { appTitle } from '@suyuan/contract/app-title.ts';
import type { FastifyBaseLogger } from 'fastify';
import { firstAccountName, makeFirstAccount } from '#modules/organ/session/first-account.ts';
import { requireFinished } from '#platform/backup/empty-database.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { openDatabase, requireVersion } from '#platform/database/database.ts';
import { waitForDatabase } from '#platform/database/reachable.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { connectionShortage } from '#platform/health/connection-limit.ts';
import { openDoors } from '#platform/http/doors.ts';
import { explainListening, requireFreePort } from '#platform/http/listening.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { listenForMetrics } from '#platform/metrics/metrics-listener.ts';
import { migrate } from '#platform/migrate/migrate.ts';
import { loadMasterKey } from '#platform/secrets/master-key-file.ts';
import { chooseMasterKey } from '#platform/secrets/master-key-in-use.ts';
import { buildApp } from './app.ts';
import { JobThread } from './job-thread.ts';
import { tables } from './tables.ts';

export interface RunningServer {
  /** The URL it listens on, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /**
   * Shuts down: refuses new calls, completes running ones, and closes the database last. With `drains`, it first goes on for some
   * seconds in which `/readyz` sends load balancers elsewhere.
   */
  stop(options?: { readonly drains?: boolean }): Promise<void>;
}

/** Seconds for which a start waits for an external database. */
const databasePatience = 60;

/** Starts everything that the settings in `env` ask for, and prints the URL and the first password. */
export async function start(env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const config = readConfig(env);
  // Before the database is created or started, so that they are reported at once and alone.
  await loadMasterKey(config);
  await requireFreePort(config);
  const messages = { log: progress };
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: (message) => messages.log(message) });
  try {
    return await serve({ env, config }, embedded, messages);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** `messages` go to the log of the server once there is one. */
async function serve(
  { env, config }: { readonly env: NodeJS.ProcessEnv; readonly config: Config },
  embedded: EmbeddedPostgres | undefined,
  messages: { log: (message: string) => void },
): Promise<RunningServer> {
  const databaseUrl = embedded?.url ?? (config.databaseUrl as string);
  const database = openDatabase(databaseUrl, config.databaseConnections);
  try {
    if (!embedded) await waitForDatabase(database.sql, databaseUrl, { seconds: databasePatience, log: progress });
    await requireVersion(database.sql);
    await requireFinished(database.sql);
    const jobConnections = connectionsOfJobs(config);
    const shortage = await connectionShortage(database.sql, config.databaseConnections + jobConnections);
    await migrate(database.sql, tables);
    const masterKey = await chooseMasterKey(database.sql, config);
    const firstPassword = await makeFirstAccount(database.sql, config.adminPassword);
    const identity = await serverIdentity(config.dataDir);
    const jobThread = Promise.withResolvers<JobThread>();
    let url = '';
    const { app, metrics, fillSample, draining } = await buildApp({
      config,
      database,
      masterKey,
      identity,
      publicUrl: () => url,
      runJob: async (kind, turn) => (await jobThread.promise).run(kind, turn),
    });
    messages.log = (message) => app.log.error(message);
    if (shortage !== undefined) app.log.warn(shortage);
    const doors = await openDoors(app, config).catch(explainListening(config));
    const listener = await serveMetrics(metrics, config);
    url = urlOf(config.host, app.server.address() as AddressInfo);
    const data = { databaseUrl, connections: jobConnections, identity, publicUrl: url };
    const jobs = new JobThread({ env, data, metrics, log: app.log });
    jobThread.resolve(jobs);
    announce(url, firstPassword, listener && `${urlOf(config.metricsHost, listener)}/metrics`);
    // Sample data are written in the background, while the sign-in page already works.
    const filled = config.sample > 0 ? fillSample(config.sample).catch(tellIncomplete(app.log)) : undefined;
    const stop = async ({ drains = false } = {}) => {
      if (drains) await draining.begin(config.drainSeconds);
      await jobs.stop();
      await Promise.all([doors.close(), app.close()]);
      await listener?.close();
      await filled;
      await database.close();
      await embedded?.stop();
    };
    return { url, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The connections of the thread of background jobs, beside those of the calls. */
const connectionsOfJobs = ({ databaseConnections }: Config): number => Math.max(4, Math.floor(databaseConnections / 4));

const tellIncomplete = (log: FastifyBaseLogger) => (error: unknown) =>
  log.warn(error, 'the sample data are incomplete; start with an empty SUYUAN_DATA_DIR to create all of them');

/** Serves the metrics of this process where they are asked for. */
async function serveMetrics(metrics: Metrics, { metricsPort, metricsHost }: Config) {
  if (metricsPort === undefined) return undefined;
  metrics.collectProcess();
  return listenForMetrics(metrics, { port: metricsPort, host: metricsHost }).catch(
    explainListening({ port: metricsPort, host: metricsHost }, 'SUYUAN_METRICS'),
  );
}

function urlOf(host: string, { port }: Pick<AddressInfo, 'port'>): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function announce(url: string, firstPassword: string | undefined, metrics: string | undefined): void {
  const lines = [`  ${appTitle} is ready`, '', `  Address   ${url}`, `  Account   ${firstAccountName}`];
  if (metrics !== undefined) lines.push(`  Metrics   ${metrics}`);
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
  const [storedId = '', process_ = ''] = (await readFile(path, 'utf8').catch(() => '')).trim().split(' ');
  if (isAlive(Number(process_))) return randomUUID();
  const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(storedId) ? storedId : randomUUID();
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
