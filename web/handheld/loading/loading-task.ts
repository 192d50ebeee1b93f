import { create, type StoreApi } from 'zustand';
import type { Signal } from '../scanner/signals.ts';
import type { LoggedScan, ScanContent, ScanLog } from '../sending/scan-log.ts';
import { LoadingProgress } from './loading-progress.ts';
import { isOn, judge, type Load, type Verdict } from './loading-rules.ts';
import type { Snapshot } from './snapshot.ts';

/** What is said of a scan: at once by the handheld, or later by the server. */
export type Outcome =
  | Verdict
  | { readonly verdict: 'removed' }
  | { readonly verdict: 'not_on_it' }
  | { readonly verdict: 'refused'; readonly message: string };

/** How each is told of: by sound, vibration, colour and sign alike. */
export const signalOf: Readonly<Record<Outcome['verdict'], Signal>> = {
  good: 'good',
  unknown: 'repeated',
  removed: 'repeated',
  repeated: 'repeated',
  not_on_it: 'wrong',
  wrong: 'wrong',
  refused: 'wrong',
};

export interface LastScan {
  readonly text: string;
  readonly outcome: Outcome;
}

export interface LoadingState {
  readonly lines: Load['lines'];
  readonly isRemoving: boolean;
  readonly last: LastScan | undefined;
  /** The scans of this task in their order. */
  readonly scans: readonly LoggedScan[];
}

/** Loading one waybill: decides at once by the snapshot, keeps each scan, and takes in the answers of the server. */
export class LoadingTask {
  readonly snapshot: Snapshot;
  readonly state: Pick<StoreApi<LoadingState>, 'getState' | 'getInitialState' | 'subscribe'>;
  readonly #change: (change: Partial<LoadingState>) => void;
  readonly #log: ScanLog;
  readonly #name: string;
  readonly #onScan: (scan: LastScan) => void;
  #progress: LoadingProgress;
  /** Scans and answers are taken in one after the other: each by what was kept before it. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(snapshot: Snapshot, log: ScanLog, name: string, onScan: (scan: LastScan) => void) {
    this.snapshot = snapshot;
    this.#log = log;
    this.#name = name;
    this.#onScan = onScan;
    this.#progress = new LoadingProgress(snapshot);
    const store = create<LoadingState>()(() => ({
      lines: snapshot.head.lines,
      isRemoving: false,
      last: undefined,
      scans: [],
    }));
    this.state = store;
    this.#change = store.setState;
  }

  /** Takes in what was scanned before, and follows the answers. Returns a function that ends this. */
  open(): () => void {
    const stop = this.#log.follow((scans) => void this.#inTurn(async () => this.#answered(scans)));
    this.#turn = this.#log.ofTask(this.#name).then((scans) => this.#begin(scans));
    return stop;
  }

  setRemoving(isRemoving: boolean): void {
    this.#change({ isRemoving });
  }

  scan(text: string): Promise<void> {
    return this.#inTurn(() => (this.state.getState().isRemoving ? this.#remove(text) : this.#load(text)));
  }

  /** Loads a code in spite of objections that a person may override, with a reason. */
  loadAnyway(text: string, reason: string): Promise<void> {
    return this.#inTurn(async () => {
      const goods = this.snapshot.find(text)?.goods;
      await this.#keep(text, 'load', goods ? { verdict: 'good', goods } : { verdict: 'unknown' }, reason);
    });
  }

  /** Takes the last code off again. */
  undo(): Promise<void> {
    return this.#inTurn(async () => {
      const last = this.#lastLoaded();
      if (last) await this.#keep(last.content.code, 'unload', { verdict: 'removed' });
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #load(text: string): Promise<void> {
    const outcome = judge(this.snapshot.find(text), this.#progress, this.snapshot.head.policies);
    // What the snapshot does not know may have come since: the server decides.
    if (outcome.verdict === 'good' || outcome.verdict === 'unknown') await this.#keep(text, 'load', outcome);
    else this.#tell({ text, outcome });
  }

  async #remove(text: string): Promise<void> {
    const found = this.snapshot.find(text);
    if (!found || isOn(found, this.#progress)) await this.#keep(text, 'unload', { verdict: 'removed' });
    else this.#tell({ text, outcome: { verdict: 'not_on_it' } });
  }

  async #keep(text: string, act: ScanContent['act'], outcome: Outcome, override_reason?: string): Promise<void> {
    const scan = await this.#log.add(this.#name, {
      ...{ act, document_id: this.snapshot.head.id, code: text },
      ...(override_reason !== undefined && { override_reason }),
    });
    this.#progress.add(scan);
    this.#change({ scans: [...this.state.getState().scans, scan], lines: this.#progress.lines });
    this.#tell({ text, outcome });
  }

  /** The last code that was loaded and not taken off since. */
  #lastLoaded(): LoggedScan | undefined {
    const { scans } = this.state.getState();
    return scans.findLast(({ state, content: { act, code } }) => {
      const key = this.snapshot.find(code)?.key ?? code;
      return act === 'load' && state !== 'refused' && this.#progress.loaded.has(key);
    });
  }

  #answered(answers: readonly LoggedScan[]): void {
    const own = new Map(answers.filter(({ task }) => task === this.#name).map((scan) => [scan.no, scan]));
    if (own.size === 0) return;
    this.#begin(this.state.getState().scans.map((scan) => own.get(scan.no) ?? scan));
    for (const { state, content, answer } of own.values()) {
      const message = answer?.refusals?.[0]?.message;
      if (state === 'refused' && message) this.#tell({ text: content.code, outcome: { verdict: 'refused', message } });
    }
  }

  #begin(scans: readonly LoggedScan[]): void {
    this.#progress = new LoadingProgress(this.snapshot, scans);
    this.#change({ scans, lines: this.#progress.lines });
  }

  #tell(last: LastScan): void {
    this.#change({ last });
    this.#onScan(last);
  }
}
