import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir } from '../config/config.ts';
import { prepareCluster, readPassword } from './cluster.ts';
import { keepRunning } from './keep-running.ts';
import { endOfLog, launch } from './launch.ts';
import { readPostmasterFile, stopLeftover } from './leftover.ts';
import { isLocked, lockDataDir } from './lock.ts';
import { keepLogShort, type LogLimits, logOf, usualLimits } from './log-file.ts';
import { findRunner } from './run.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Stops PostgreSQL by a fast shutdown (SIGINT), and waits until it has ended. */
  stop(): Promise<void>;
  /** Resolves when it has been stopped. */
  readonly exited: Promise<{ code: number | null }>;
}

interface Options {
  dataDir: string;
  log: (message: string) => void;
  /** Settings of PostgreSQL that override all others. */
  settings?: Readonly<Record<string, string>>;
  logLimits?: LogLimits;
}

/**
 * Starts PostgreSQL in the data folder, creating or recovering its cluster, and again whenever it ends by itself. Throws if it does
 * not start the first time, or if another server uses the folder.
 */
export async function startEmbeddedPostgres({
  settings = {},
  logLimits = usualLimits,
  ...options
}: Options): Promise<EmbeddedPostgres> {
  await makeDataDir(options.dataDir);
  const dataDir = await realpath(options.dataDir);
  const lock = await lockDataDir(dataDir);
  const { log } = options;
  try {
    const cluster = join(dataDir, 'postgres');
    const runner = await findRunner(dataDir, cluster);
    await stopLeftover(cluster, log);
    const password = await prepareCluster(dataDir, runner, log);
    const launching = { dataDir, runner, log, settings };
    const first = await launch(launching);
    const { stop, exited } = keepRunning(first, {
      again: async () => {
        await stopLeftover(cluster, log);
        // On the same port, where everybody looks for it.
        return launch({ ...launching, port: first.port });
      },
      ended: async (code) => {
        const why = await endOfLog(dataDir).catch(() => '');
        log(`The embedded PostgreSQL ended by itself (exit code ${code}) and is started again. It wrote last:\n${why}`);
      },
      failed: ({ message }) => log(`${message}\nIt is tried again, less and less often.`),
      restarted: () => log('The embedded PostgreSQL runs again.'),
    });
    const leaveLog = keepLogShort(logOf(dataDir), logLimits);
    const released = exited.finally(() => {
      leaveLog();
      return lock.release();
    });
    const stopped = async () => {
      await stop();
      await released;
    };
    return { url: urlOf(first.port, password), stop: stopped, exited: released };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The URL of the embedded database of a running server; undefined if no server uses the data folder. */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  if (!(await isLocked(dataDir))) return undefined;
  const [file, password] = await Promise.all([readPostmasterFile(join(dataDir, 'postgres')), readPassword(dataDir)]);
  if (file?.status !== 'ready' || password === undefined) {
    throw new Error(`The server on ${dataDir} is starting or stopping: try again in a moment.`);
  }
  return urlOf(file.port, password);
}

const urlOf = (port: number, password: string): string => `postgres://suyuan:${password}@127.0.0.1:${port}/suyuan`;
