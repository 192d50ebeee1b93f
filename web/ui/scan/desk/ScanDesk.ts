import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiError } from '#core/api/apiError.ts';
import { newKey } from '#core/newKey.ts';
import { type LastScan, notAnswered } from '../lastScan.ts';
import type { Kept, KeptDesk } from './KeptDesk.ts';
import { ScanQueue, type Task } from './ScanQueue.ts';

/** The state that every desk has. */
export interface ScanState {
  readonly last: LastScan | undefined;
  /** The number of scans without an answer yet. */
  readonly waiting: number;
  /** Why they wait, if the server cannot be reached. */
  readonly failed: ApiError | undefined;
  /** When what was kept of an earlier sitting was begun; undefined if there is nothing, or the person went on with it. */
  readonly resumed: number | undefined;
  /** Another tab of the browser goes on with it. */
  readonly isElsewhere: boolean;
}

/** What a desk is made of, besides its own calls. */
export interface DeskParts {
  /** Announces the outcome of a scan, e.g. by a sound. */
  readonly onScan: (scan: LastScan) => void;
  /** Where the desk keeps what it holds. */
  readonly place?: KeptDesk | undefined;
}

/**
 * A desk where codes are scanned one after the other. Subclasses decide what scans and steps do, and keep their state in `Own`.
 * What it holds, and what was not sent yet, is kept in the browser and found again when the desk is opened again.
 */
export abstract class ScanDesk<Own extends object, Step = never> {
  /** Its state, for components to subscribe to. */
  readonly store: Pick<StoreApi<Own & ScanState>, 'getState' | 'getInitialState' | 'subscribe'>;
  readonly #setState: (state: Own & ScanState) => void;
  readonly #onScan: (scan: LastScan) => void;
  readonly #place: KeptDesk | undefined;
  readonly #queue: ScanQueue<Step>;
  #own: Own;
  #last: LastScan | undefined;
  #sent: Kept['sent'];
  #since: number | undefined;
  #resumed: number | undefined;
  #isElsewhere = false;

  constructor(own: Own, { onScan, place }: DeskParts) {
    const content = place?.take();
    const ownPart = { ...own, ...(content?.own as Partial<Own> | undefined) };
    const since = content?.since;
    const state = { ...ownPart, last: undefined, waiting: 0, failed: undefined, resumed: since, isElsewhere: false };
    const store = createStore<Own & ScanState>(() => state);
    this.store = store;
    this.#setState = (next) => store.setState(next, true);
    this.#own = ownPart;
    this.#onScan = onScan;
    this.#place = place;
    this.#sent = content?.sent;
    this.#since = since;
    this.#resumed = since;
    this.#queue = new ScanQueue<Step>(
      {
        take: (texts, key) => this.take(texts, key),
        send: (step, key) => this.send(step, key),
        refused: (error, [text]) => this.refused(error, text),
        unsent: (texts) => this.#unsent(texts),
        changed: () => this.#show(),
        mayRun: () => !this.#leftToAnother(),
      },
      content?.tasks as readonly Task<Step>[] | undefined,
    );
  }

  get state(): Own & ScanState {
    return this.store.getState();
  }

  /**
   * Opens the desk: goes on with what waits, also whenever the network is back. Returns a function that closes it.
   */
  open(): () => void {
    const online = () => this.#queue.goOn();
    window.addEventListener('online', online);
    const stopFollowing = this.#place?.follow(() => this.#show());
    this.#show();
    this.#queue.goOn();
    return () => {
      window.removeEventListener('online', online);
      stopFollowing?.();
      this.#queue.rest();
    };
  }

  scan(texts: readonly string[]): void {
    if (this.#leftToAnother()) {
      this.announce({ outcome: 'wrong', code: texts[0] ?? '', textKey: 'elsewhere' });
      return;
    }
    // Whoever scans goes on with what was kept.
    this.#resumed = undefined;
    this.#queue.scan(texts);
  }

  goOn(): void {
    this.#queue.goOn();
  }

  /** Goes on with what was kept of an earlier sitting. */
  resume(): void {
    this.#resumed = undefined;
    this.#show();
  }

  /** Drops what the desk holds and what waits. */
  discard(): void {
    this.#queue.replace([]);
    this.#resumed = undefined;
    this.#sent = undefined;
    this.startOver(this.emptied());
  }

  /** Goes on in this tab with what another tab holds. */
  takeOver(): void {
    const content = this.#place?.take();
    if (!content) return;
    this.#own = { ...this.#own, ...(content.own as Partial<Own>) };
    this.#since = content.since;
    this.#sent = content.sent;
    this.#queue.replace(content.tasks as readonly Task<Step>[]);
    this.#show();
    this.#queue.goOn();
  }

  /** Shows that an action on the scanned codes was refused, or got no answer. */
  notDone(error: ApiError): void {
    this.announce(notAnswered(error));
  }

  /** A reason is missing before the event can be done. */
  lacksReason(): void {
    this.announce({ outcome: 'wrong', code: '', textKey: 'noReason' });
  }

  /** The idempotency key of an event: until there is an answer, the same contents get the same one. */
  keyOf(contents: readonly unknown[]): string {
    const text = JSON.stringify(contents);
    if (this.#sent?.contents !== text) this.#sent = { contents: text, key: newKey() };
    this.#show();
    return this.#sent.key;
  }

  answered(): void {
    this.#sent = undefined;
    this.#show();
  }

  /** Handles scans; returns tasks to be done before the ones that wait. */
  protected abstract take(texts: readonly string[], key: string): Promise<readonly Task<Step>[]>;

  /** Carries out a step that was queued behind scans. */
  protected abstract send(step: Step, key: string): Promise<void>;

  /** Whether the desk holds something that would be lost. */
  protected abstract holds(own: Own): boolean;

  /** The changes after which it holds nothing. */
  protected abstract emptied(): Partial<Own>;

  /** Shows that the server refused a call with scans as a whole. */
  protected refused(error: ApiError, text: string | undefined): void {
    this.announce(notAnswered(error, text));
  }

  /** Queues a step behind the scans so far. */
  protected afterwards(step: Step): void {
    this.#resumed = undefined;
    this.#queue.afterwards(step);
  }

  protected change(change: Partial<Own>): void {
    this.#own = { ...this.#own, ...change };
    this.#show();
  }

  protected announce(last: LastScan): void {
    this.#last = last;
    this.#show();
    this.#onScan(last);
  }

  /** Resets the desk to a state without scans. */
  protected startOver(own: Partial<Own>): void {
    this.#last = undefined;
    this.change(own);
  }

  #unsent([text = '']: readonly string[]): void {
    this.announce({ outcome: 'unsent', code: text, textKey: 'unsent' });
  }

  #leftToAnother(): boolean {
    return this.#place?.isElsewhere ?? false;
  }

  #show(): void {
    const { length, failed } = this.#queue;
    this.#keep();
    this.#setState({
      ...this.#own,
      last: this.#last,
      waiting: length,
      failed,
      resumed: this.#resumed,
      isElsewhere: this.#isElsewhere,
    });
  }

  #keep(): void {
    const holds = this.holds(this.#own) || this.#queue.length > 0;
    this.#since = holds ? (this.#since ?? Date.now()) : undefined;
    if (!holds) this.#resumed = undefined;
    // In the middle of a turn, the state and the scans that wait do not agree.
    if (this.#queue.isBusy || !this.#place) return;
    this.#isElsewhere = this.#place.isElsewhere;
    this.#place.keep({ own: this.#own, tasks: this.#queue.tasks, sent: this.#sent, since: this.#since });
  }
}
