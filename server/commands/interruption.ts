import type { Location } from '#platform/backup/storage/storage.ts';

/** What a command ends with that was interrupted, as shells expect it. */
export const interruptedCode = 130;

let interrupted: AbortController | undefined;

/**
 * Aborted by the first signal to end, so that a command can tidy up; a second one ends it at once. With `patience`, the command ends
 * after so many milliseconds, whatever it waits for.
 */
export function interruption(patience?: number): AbortSignal {
  if (interrupted) return interrupted.signal;
  const controller = new AbortController();
  interrupted = controller;
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stop = () => {
    for (const name of names) process.off(name, stop);
    process.exitCode = interruptedCode;
    console.error('Interrupted.');
    controller.abort(new Error('Interrupted.'));
    if (patience !== undefined) setTimeout(() => process.exit(), patience).unref();
  };
  for (const name of names) process.on(name, stop);
  return controller.signal;
}

/** Whether the command was interrupted. */
export const isInterrupted = (): boolean => interrupted?.signal.aborted === true;

/** The backup, which cannot be read further once the command is interrupted, whatever its reader waits for. */
export function readUntil(signal: AbortSignal, location: Location): Location {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  aborted.catch(() => {});
  return {
    ...location,
    async *read() {
      const bytes = location.read()[Symbol.asyncIterator]();
      try {
        for (;;) {
          const next = await Promise.race([bytes.next(), aborted]);
          if (next.done) return;
          yield next.value;
        }
      } finally {
        const closed = bytes.return?.();
        closed?.catch(() => {});
        // It may be waiting for what never comes.
        if (!signal.aborted) await closed;
      }
    },
  };
}
