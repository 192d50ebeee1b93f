import { ApiError } from '../../../core/api/apiError.ts';

/** How many scans are asked about at once. */
const most = 200;

/** A scan, or what is done between scans. */
export type Task = { readonly text: string } | { readonly work: () => Promise<void> };

interface ScanQueueParts {
  /** Answers what is to come before all that waits. */
  readonly take: (texts: readonly string[]) => Promise<readonly Task[]>;
  /** What the server refused of it is not asked again. */
  readonly refused: (error: ApiError, texts: readonly string[]) => void;
  readonly changed: () => void;
}

/**
 * Scans, and what is done between them, in the order in which they came. A scanner does not wait for answers: what comes
 * meanwhile is taken together in the next turn. When the server cannot be reached nothing is dropped, and it goes on from
 * there.
 */
export class ScanQueue {
  readonly #parts: ScanQueueParts;
  #tasks: readonly Task[] = [];
  #isWorking = false;
  /** Why it waits, in words. */
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

  /** Does something after what was scanned before. */
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

  /** Scans up to the next piece of work, or that. */
  #next(): readonly Task[] {
    const end = this.#tasks.findIndex((task) => 'work' in task);
    if (end === 0) return this.#tasks.slice(0, 1);
    return this.#tasks.slice(0, Math.min(end < 0 ? most : end, most));
  }
}

export const asTasks = (texts: readonly string[]): Task[] => texts.map((text) => ({ text }));

/** No answer came, or none that says anything of what was asked: it is asked again. */
const isUnheard = ({ statusCode }: ApiError): boolean => statusCode === 0 || statusCode >= 500;
