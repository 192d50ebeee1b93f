import { isOutage } from './platform/database/database.ts';
import { start } from './start.ts';

// The driver waits for none of its own queries on a new connection: a database that goes away then must not end us too.
process.on('unhandledRejection', (reason) => {
  if (!isOutage(reason)) throw reason;
  console.error(`The database went away: ${reason instanceof Error ? reason.message : reason}`);
});

try {
  const server = await start(process.env);
  const stop = (signal: NodeJS.Signals) => {
    // The second one is a person who does not want to wait.
    process.once(signal, () => process.exit(130));
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  server.failed.then((reason) => {
    console.error(reason);
    process.exit(1);
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
