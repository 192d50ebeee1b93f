import type { ApiError } from '../../../core/api/apiError.ts';
import { type LastScan, notAnswered } from '../lastScan.ts';
import { ScanQueue, type Task } from './ScanQueue.ts';
import { Store } from './Store.ts';

/** What every desk tells of its scans. */
export interface ScanState {
  readonly last: LastScan | undefined;
  /** Scans that wait for their answer. */
  readonly waiting: number;
  /** Why they wait, when the server cannot be reached. */
  readonly failed: string | undefined;
}

/** A place where codes are scanned one after the other. What becomes of them each kind of desk keeps as its own. */
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

  /** What was to be done with what was scanned was refused, or not heard of. */
  notDone(error: ApiError): void {
    this.says(notAnswered(error));
  }

  /** All is there but why it is to be done. */
  lacksReason(): void {
    this.says({ outcome: 'wrong', code: '', says: 'noReason' });
  }

  /** Does what scans are for; answers what is to come before all that waits. */
  protected abstract take(texts: readonly string[]): Promise<readonly Task[]>;

  /** What the server refused altogether. */
  protected refused(error: ApiError, text: string | undefined): void {
    this.says(notAnswered(error, text));
  }

  /** Does something after what was scanned before. */
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

  /** As if nothing had been scanned. */
  protected startOver(own: Partial<Own>): void {
    this.#last = undefined;
    this.change(own);
  }

  #show(): void {
    this.set({ ...this.#own, last: this.#last, waiting: this.#queue.length, failed: this.#queue.failed });
  }
}
