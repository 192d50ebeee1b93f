import { constants, setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { takeSlotsFrom } from '#platform/files/read-file.ts';
import { chooseMasterKey } from '#platform/secrets/master-key-in-use.ts';
import { buildApp } from './app.ts';
import type { FromJobThread, JobThreadData, ToJobThread } from './job-thread.ts';

type JobToRun = Extract<ToJobThread, { readonly run: number }>;

/** Milliseconds between two reports of what was counted. */
const reportPeriod = 1000;

/** Runs background jobs in this thread, as the server sends them, until it sends that the thread has to end. */
export async function runJobs(): Promise<void> {
  const port = parentPort as MessagePort;
  // Of this thread alone, on Linux: where processors are short, whoever waits for an answer goes before.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  takeSlotsFrom(() => slotOf(port));
  const { databaseUrl, connections, identity, publicUrl } = workerData as JobThreadData;
  const config = readConfig(process.env);
  const database = openDatabase(databaseUrl, connections);
  const masterKey = await chooseMasterKey(database.sql, config);
  const parts = { config, database, masterKey, identity, publicUrl: () => publicUrl, isJobThread: true } as const;
  const { app, jobs, metrics } = await buildApp(parts);
  const send = (message: FromJobThread) => port.postMessage(message);
  const report = async () => send({ increments: await metrics.increments() });
  const timer = setInterval(() => void report(), reportPeriod);
  const runs = new Set<Promise<void>>();
  const run = async (message: JobToRun) => {
    const error = await jobs.run(message.kind, message.turn).then(
      () => undefined,
      (reason: unknown) => `${reason}`,
    );
    // Before it is known to be over, so that whoever waits for it finds it counted.
    await report();
    send({ run: message.run, ...(error !== undefined && { error }) });
  };
  const stop = async () => {
    clearInterval(timer);
    jobs.leave();
    await Promise.all(runs);
    await app.close();
    await database.close();
    port.close();
  };
  port.on('message', (message: ToJobThread) => {
    if (message === 'stop') return void stop();
    if ('slot' in message) return;
    const running = run(message).finally(() => runs.delete(running));
    runs.add(running);
  });
}

let slots = 0;

/** Waits for the slot of the thread of the calls to read a table. */
async function slotOf(port: MessagePort): Promise<() => void> {
  const slot = ++slots;
  const granted = new Promise<void>((resolve) => {
    const hear = (message: ToJobThread) => {
      if (message === 'stop' || !('slot' in message) || message.slot !== slot) return;
      port.off('message', hear);
      resolve();
    };
    port.on('message', hear);
  });
  port.postMessage({ wants: slot } satisfies FromJobThread);
  await granted;
  return () => port.postMessage({ leaves: slot } satisfies FromJobThread);
}
