import { isMainThread } from 'node:worker_threads';
import { modulesAreLoaded } from './environment.ts';
import { runJobs } from './run-jobs.ts';
import { start } from './start.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

// `npm start` holds the other end of this IPC channel, which closes if it is killed without being able to forward a signal.
const disconnection = new Promise<void>((resolve) => process.connected && process.once('disconnect', resolve));

/** Runs the server until a signal. */
async function runServer(): Promise<void> {
  const server = await start(process.env);
  modulesAreLoaded();
  let stopping = false;
  const stop = (signal?: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    // A second signal ends the process at once, for people who do not want to wait.
    for (const signal of signals) process.removeListener(signal, stop).once(signal, () => process.exit(130));
    // SIGTERM comes from a supervisor, SIGINT from a person at a terminal who waits.
    server.stop({ drains: signal === 'SIGTERM' }).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.once(signal, stop);
  disconnection.then(() => stop());
}

try {
  await (isMainThread ? runServer() : runJobs());
} catch (error) {
  // The thread of the jobs fails without the server, which starts it again.
  if (!isMainThread) throw error;
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
