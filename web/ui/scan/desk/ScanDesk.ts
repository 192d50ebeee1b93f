import type { ApiError } from '../../../core/api/apiError.ts';
import { type LastScan, notAnswered } from '../lastScan.ts';
import { ScanQueue, type Task } from './ScanQueue.ts';
import { Store } from './Store.ts';

/** The state that every desk has. */
export interface ScanState {
  readonly last: LastScan | undefined;
  /** The number of scans without an answer yet. */
  readonly waiting: number;
  /** Why they wait, if the server cannot be reached. */
  readonly failed: string | undefined;
}

/** A desk where codes are scanned one after the other. Subclasses decide what scans do, and keep their state in `Own`. */
export abstract class ScanDesk<Own extends object> extends Store<Own & ScanState> {
  readonly #tell: (scan: LastScan) => void;
  readonly #queue: ScanQueue;
  #own: Own;
  #last: LastScan | undefined;

  constructor(own: Own, tell: (scan: LastScan) => void) {
    super({ ...own, last: undefined, waiting: 0, failed: undefined });
    this.#own = own;
    this.#tell = tell;
    this.#queue = new ScanQueue({
      take: (texts) => this.take(texts),
      refused: (error, [text]) => this.refused(error, text),
      changed: () => this.#show(),
    });
  }

  scan(texts: readonly string[]): void {
    this.#queue.scan(texts);
  }

  goOn(): void {
    this.#queue.goOn();
  }

  /** Shows that an action on the scanned codes was refused, or got no answer. */
  notDone(error: ApiError): void {
    this.says(notAnswered(error));
  }

  /** A reason is missing before the act can be done. */
  lacksReason(): void {
    this.says({ outcome: 'wrong', code: '', says: 'noReason' });
  }

  /** Handles scans; returns tasks to be done before the ones that wait. */
  protected abstract take(texts: readonly string[]): Promise<readonly Task[]>;

  /** Shows that the server refused a call with scans as a whole. */
  protected refused(error: ApiError, text: string | undefined): void {
    this.says(notAnswered(error, text));
  }

  /** Queues work behind the scans so far. */
  protected afterwards(work: () => Promise<void>): void {
    this.#queue.afterwards(work);
  }

  protected change(change: Partial<Own>): void {
    this.#own = { ...this.#own, ...change };
    this.#show();
  }

  protected says(last: LastScan): void {
    this.#last = last;
    this.#show();
    this.#tell(last);
  }

  /** Resets the desk to a state without scans. */
  protected startOver(own: Partial<Own>): void {
    this.#last = undefined;
    this.change(own);
  }

  #show(): void {
    this.set({ ...this.#own, last: this.#last, waiting: this.#queue.length, failed: this.#queue.failed });
  }
}
