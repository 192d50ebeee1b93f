import { setTimeout as wait } from 'node:timers/promises';
import type { Launched } from './launch.ts';

/** Milliseconds until the first attempt to start it again, and the most between two attempts. */
const [shortest, longest] = [100, 15_000];
/** It has recovered when it has run for so many milliseconds; the next end is another one. */
const steady = 60_000;

/** A PostgreSQL that is running until it is stopped. */
export interface Kept {
  readonly stop: () => Promise<void>;
  /** Resolves when it has been stopped. */
  readonly exited: Promise<{ code: number | null }>;
}

interface Keeping {
  /** Starts PostgreSQL where it ran before; rejects with the reason if it does not start. */
  readonly again: () => Promise<Launched>;
  readonly ended: (code: number | null) => Promise<void>;
  /** Called once for the same reason, however often it is the reason. */
  readonly failed: (error: Error) => void;
  readonly restarted: () => void;
}

/** Starts PostgreSQL again whenever it ends by itself, after longer and longer pauses, for as long as the server runs. */
export function keepRunning(first: Launched, { again, ended, failed, restarted }: Keeping): Kept {
  const stopping = new AbortController();
  let current = first;
  let pause = shortest;
  let startedAt = performance.now();

  async function restart(): Promise<void> {
    for (let last = ''; !stopping.signal.aborted; pause = Math.min(pause * 2, longest)) {
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        current = await again();
        startedAt = performance.now();
        if (!stopping.signal.aborted) restarted();
        return;
      } catch (error) {
        const { message } = error as Error;
        if (withoutNumbers(message) !== last) failed(error as Error);
        last = withoutNumbers(message);
      }
    }
  }

  const exited = (async () => {
    for (;;) {
      if (stopping.signal.aborted) end(current);
      const outcome = await current.exited;
      if (stopping.signal.aborted) return outcome;
      if (performance.now() - startedAt > steady) pause = shortest;
      await ended(outcome.code);
      const before = current;
      await restart();
      if (current === before) return outcome;
    }
  })();
  const stop = async () => {
    stopping.abort();
    end(current);
    await exited;
  };
  return { stop, exited };
}

/** Stops PostgreSQL by a fast shutdown, and by an immediate one if that takes too long. */
function end({ child, exited }: Launched): void {
  child.ref();
  child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 60_000);
  void exited.then(() => clearTimeout(impatience));
}

/** Lines of a log differ in their times and process ids. */
const withoutNumbers = (text: string): string => text.replaceAll(/\d+/g, '');
