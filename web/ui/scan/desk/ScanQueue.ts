import { ApiError } from '../../../core/api/apiError.ts';

/** The most scans in one call. */
const most = 200;

/** A scan, or work to be done between scans. */
export type Task = { readonly text: string } | { readonly work: () => Promise<void> };

interface ScanQueueParts {
  /** Handles scans; returns tasks to be done before the ones that wait. */
  readonly take: (texts: readonly string[]) => Promise<readonly Task[]>;
  /** Called for scans that the server refused; they are not retried. */
  readonly refused: (error: ApiError, texts: readonly string[]) => void;
  readonly changed: () => void;
}

/**
 * A queue of scans and of work between them, processed in order. A scanner does not wait for answers: scans that come meanwhile
 * are sent together in the next call. If the server cannot be reached, nothing is dropped, and the queue resumes later.
 */
export class ScanQueue {
  readonly #parts: ScanQueueParts;
  #tasks: readonly Task[] = [];
  #isWorking = false;
  /** The message why it waits; undefined while it does not. */
  failed: string | undefined;

  constructor(parts: ScanQueueParts) {
    this.#parts = parts;
  }

  get length(): number {
    return this.#tasks.length;
  }

  scan(texts: readonly string[]): void {
    this.#tasks = [...this.#tasks, ...asTasks(texts)];
    this.goOn();
  }

  /** Queues work behind the scans so far. */
  afterwards(work: () => Promise<void>): void {
    this.#tasks = [...this.#tasks, { work }];
    this.goOn();
  }

  goOn(): void {
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.failed = undefined;
    try {
      while (this.#tasks.length > 0) {
        this.#parts.changed();
        await this.#turn();
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.failed = error.message;
    } finally {
      this.#isWorking = false;
      this.#parts.changed();
    }
  }

  async #turn(): Promise<void> {
    const turn = this.#next();
    const texts = turn.flatMap((task) => ('text' in task ? task.text : []));
    const next = await this.#carryOut(turn, texts).catch((error: unknown) => {
      if (!(error instanceof ApiError) || isUnheard(error)) throw error;
      this.#parts.refused(error, texts);
      return [];
    });
    this.#tasks = [...next, ...this.#tasks.slice(turn.length)];
  }

  async #carryOut([first]: readonly Task[], texts: readonly string[]): Promise<readonly Task[]> {
    if (!first || 'text' in first) return this.#parts.take(texts);
    await first.work();
    return [];
  }

  /** The next tasks: scans up to the next piece of work, or that work alone. */
  #next(): readonly Task[] {
    const end = this.#tasks.findIndex((task) => 'work' in task);
    if (end === 0) return this.#tasks.slice(0, 1);
    return this.#tasks.slice(0, Math.min(end < 0 ? most : end, most));
  }
}

export const asTasks = (texts: readonly string[]): Task[] => texts.map((text) => ({ text }));

/** Whether there was no usable answer (no network, or a server error), so that the scans are retried. */
const isUnheard = ({ statusCode }: ApiError): boolean => statusCode === 0 || statusCode >= 500;
