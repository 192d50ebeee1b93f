/** What a command ends with that was interrupted, as shells expect it. */
export const interruptedCode = 130;

let interrupted: AbortController | undefined;

/** Milliseconds for tidying up; then the command ends, whatever it waits for. */
const patience = 4000;

/** Aborted by the first signal to end, so that a command can tidy up. A second one ends it at once. */
export function interruption(): AbortSignal {
  if (interrupted) return interrupted.signal;
  const controller = new AbortController();
  interrupted = controller;
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stop = () => {
    for (const name of names) process.off(name, stop);
    process.exitCode = interruptedCode;
    controller.abort(new Error('Interrupted.'));
    setTimeout(() => process.exit(), patience).unref();
  };
  for (const name of names) process.on(name, stop);
  return controller.signal;
}

/** Whether the command was interrupted. */
export const isInterrupted = (): boolean => interrupted?.signal.aborted === true;
