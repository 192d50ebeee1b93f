import { ApiError } from '#core/api/apiError.ts';
import { consequenceOf } from '#core/api/failure.ts';
import { newKey } from '#core/newKey.ts';

/** The most scans in one call. */
const most = 200;

/** A scan, or a step of the desk between scans. It is kept in the browser, so it is plain data. */
export type Task<Step> = ({ readonly text: string } | { readonly step: Step }) & {
  /** The idempotency key that it is carried out under, from the first attempt on. */
  readonly key?: string;
};

interface ScanQueueParts<Step> {
  /** Handles scans; returns tasks to be done before the ones that wait. */
  readonly take: (texts: readonly string[], key: string) => Promise<readonly Task<Step>[]>;
  /** Carries out a step. */
  readonly send: (step: Step, key: string) => Promise<void>;
  /** Called for scans that the server refused; they are not retried. */
  readonly refused: (error: ApiError, texts: readonly string[]) => void;
  /** Called if there was no answer; the tasks are kept. */
  readonly unsent: (texts: readonly string[]) => void;
  readonly changed: () => void;
  /** Whether tasks may be carried out here. */
  readonly mayRun: () => boolean;
}

/**
 * A queue of scans and of steps between them, processed in order. A scanner does not wait for answers: scans that come meanwhile
 * are sent together in the next call. If the server cannot be reached, nothing is dropped: the queue tries again by itself, with
 * the same scans under the same key, and as soon as the network is back.
 */
export class ScanQueue<Step> {
  readonly #parts: ScanQueueParts<Step>;
  #tasks: readonly Task<Step>[];
  #isWorking = false;
  #isSending = false;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Why it waits; undefined while it does not. */
  failed: ApiError | undefined;

  constructor(parts: ScanQueueParts<Step>, tasks: readonly Task<Step>[] = []) {
    this.#parts = parts;
    this.#tasks = tasks;
  }

  get length(): number {
    return this.#tasks.length;
  }

  get tasks(): readonly Task<Step>[] {
    return this.#tasks;
  }

  /** Whether tasks are being carried out, so that what they have changed and what is left do not agree yet. */
  get isBusy(): boolean {
    return this.#isSending;
  }

  scan(texts: readonly string[]): void {
    if (this.failed !== undefined) this.#parts.unsent(texts);
    this.#add(asTasks(texts));
  }

  /** Queues a step behind the scans so far. */
  afterwards(step: Step): void {
    this.#add([{ step }]);
  }

  goOn(): void {
    clearTimeout(this.#retry);
    this.failed = undefined;
    this.#parts.changed();
    void this.#run();
  }

  /** Has these tasks instead of what waits. */
  replace(tasks: readonly Task<Step>[]): void {
    this.#tasks = tasks;
    this.#settle();
  }

  /** Stops trying again by itself. */
  rest(): void {
    clearTimeout(this.#retry);
  }

  #add(tasks: readonly Task<Step>[]): void {
    this.#tasks = [...this.#tasks, ...tasks];
    this.#parts.changed();
    // While the server is out of reach, the time of the next attempt stays.
    if (this.failed === undefined) this.goOn();
  }

  async #run(): Promise<void> {
    if (this.#isWorking || !this.#parts.mayRun()) return;
    this.#isWorking = true;
    try {
      while (this.#tasks.length > 0 && this.#parts.mayRun()) await this.#runNext();
      this.#settle();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#fail(error);
    } finally {
      this.#isWorking = false;
      this.#parts.changed();
    }
  }

  #settle(): void {
    clearTimeout(this.#retry);
    this.failed = undefined;
    this.#failures = 0;
  }

  #fail(error: ApiError): void {
    this.failed = error;
    const ms = afterMs(error, this.#failures++);
    if (ms !== undefined) this.#retry = setTimeout(() => void this.#run(), ms);
    if (this.#failures === 1) this.#parts.unsent(textsOf(this.#tasks).slice(0, 1));
  }

  async #runNext(): Promise<void> {
    const tasks = this.#next();
    const texts = textsOf(tasks);
    this.#isSending = true;
    try {
      const next = await this.#send(tasks, texts).catch((error: unknown) => {
        if (!(error instanceof ApiError) || isUnheard(error)) throw error;
        this.#parts.refused(error, texts);
        return [];
      });
      // What was discarded meanwhile stays so.
      if (this.#tasks[0] === tasks[0]) this.#tasks = [...next, ...this.#tasks.slice(tasks.length)];
      this.#settle();
    } finally {
      this.#isSending = false;
    }
    this.#parts.changed();
  }

  async #send([first]: readonly Task<Step>[], texts: readonly string[]): Promise<readonly Task<Step>[]> {
    if (!first) return [];
    const { key = newKey() } = first;
    if ('text' in first) return this.#parts.take(texts, key);
    await this.#parts.send(first.step, key);
    return [];
  }

  /**
   * The next tasks: scans up to the next step, or that step alone. Those that were sent before are sent again together: more
   * scans would be another call, under the same key.
   */
  #next(): readonly Task<Step>[] {
    const [first] = this.#tasks;
    if (first?.key !== undefined)
      return this.#tasks.slice(0, this.#tasks.filter(({ key }) => key === first.key).length);
    const end = this.#tasks.findIndex((task) => 'step' in task || task.key !== undefined);
    const upTo = end === 0 ? 1 : Math.min(end < 0 ? most : end, most);
    const key = newKey();
    const tasks = this.#tasks.slice(0, upTo).map((task) => ({ ...task, key }));
    this.#tasks = [...tasks, ...this.#tasks.slice(upTo)];
    this.#parts.changed();
    return tasks;
  }
}

export const asTasks = (texts: readonly string[]): { readonly text: string }[] => texts.map((text) => ({ text }));

const textsOf = (tasks: readonly Task<unknown>[]): string[] =>
  tasks.flatMap((task) => ('text' in task ? task.text : []));

/** Statuses of a server that could not look at the request now: time-outs, and too many requests. */
const passing: ReadonlySet<number> = new Set([0, 408, 425, 429]);

/** Whether there was no usable answer (no network, too busy, a server error, or a session that is over): the scans are kept. */
const isUnheard = (error: ApiError): boolean =>
  passing.has(error.statusCode) || error.statusCode >= 500 || isSignedOut(error);

const isSignedOut = (error: ApiError): boolean => !['none', 'no-access'].includes(consequenceOf(error));

const [firstMs, maxMs] = [1000, 30_000];

/**
 * When to try again: as the server says, else each time after twice as long. Undefined if it is useless before the person has
 * signed in again.
 */
function afterMs(error: ApiError, failures: number): number | undefined {
  if (isSignedOut(error)) return undefined;
  const { retryAfterSeconds } = error;
  return retryAfterSeconds === undefined ? Math.min(firstMs * 2 ** failures, maxMs) : retryAfterSeconds * 1000;
}
