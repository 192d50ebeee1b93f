import type { TakenCode } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import { type DeskParts, ScanDesk } from '#ui/scan/desk/ScanDesk.ts';
import type { Task } from '#ui/scan/desk/ScanQueue.ts';
import type { LastScan } from '#ui/scan/lastScan.ts';

/** The calls of the desk, for one waybill. */
export interface LoadingCalls {
  load(codes: readonly string[], key: string, overrideReason?: string): Promise<Answer>;
  unload(codes: readonly string[], key: string): Promise<Answer>;
}

interface Answer {
  readonly taken: readonly TakenCode[];
  readonly refusals: readonly EventRefusal[];
  readonly notPutBack?: readonly EventRefusal[];
}

export interface LoadingState {
  /** Whether scans take codes off the waybill instead. */
  readonly isUnloading: boolean;
  /** Codes loaded since the desk was opened, latest first. */
  readonly loaded: readonly TakenCode[];
  /** Refusals that are not settled yet, each code once. */
  readonly refusals: readonly EventRefusal[];
  /** Packages that what came off was not put back into. */
  readonly notPutBack: readonly EventRefusal[];
}

type LoadingStep =
  | { readonly do: 'setUnloading'; readonly isUnloading: boolean }
  | { readonly do: 'undo' }
  | { readonly do: 'loadAnyway'; readonly reason: string };

/** Loading by scanning: each code is sent to the server at once. */
export class LoadingDesk extends ScanDesk<LoadingState, LoadingStep> {
  readonly #calls: LoadingCalls;
  readonly #changed: () => void;

  constructor(calls: LoadingCalls, parts: DeskParts, changed: () => void) {
    super({ isUnloading: false, loaded: [], refusals: [], notPutBack: [] }, parts);
    this.#calls = calls;
    this.#changed = changed;
  }

  /** Switches between loading and unloading, for the scans to come. */
  setUnloading(isUnloading: boolean): void {
    this.afterwards({ do: 'setUnloading', isUnloading });
  }

  /** Takes the latest code off again. */
  undo(): void {
    this.afterwards({ do: 'undo' });
  }

  /** Loads the codes whose refusals can be overridden, with a reason. */
  loadAnyway(reason: string): void {
    this.afterwards({ do: 'loadAnyway', reason });
  }

  dropRefusals(): void {
    this.change({ refusals: [], notPutBack: [] });
  }

  /** What is loaded is on the server; what waits for a reason is not. */
  protected override holds(own: LoadingState): boolean {
    return overridable(own).length > 0;
  }

  protected override emptied(): Partial<LoadingState> {
    return { refusals: [], notPutBack: [] };
  }

  protected override async send(step: LoadingStep, key: string): Promise<void> {
    if (step.do === 'setUnloading') this.change({ isUnloading: step.isUnloading });
    else if (step.do === 'undo') {
      const [last] = this.state.loaded;
      if (last) this.#unloaded(await this.#calls.unload([last.code], key));
    } else {
      const codes = overridable(this.state);
      if (codes.length > 0) this.#loaded(codes, await this.#calls.load(codes, key, step.reason));
    }
  }

  protected override async take(texts: readonly string[], key: string): Promise<readonly Task<LoadingStep>[]> {
    if (this.state.isUnloading) this.#unloaded(await this.#calls.unload(texts, key));
    else this.#loaded(texts, await this.#calls.load(texts, key));
    return [];
  }

  #loaded(codes: readonly string[], { taken, refusals: all }: Answer): void {
    const refusals = all.filter(({ reason }) => reason !== 'repeated_line');
    const fresh = taken.filter(({ known }) => !known);
    const rest = this.state.refusals.filter(({ code }) => !codes.includes(code));
    this.change({ loaded: [...fresh.toReversed(), ...this.state.loaded], refusals: [...refusals, ...rest] });
    for (const { printed } of fresh) this.announce({ outcome: 'good', code: printed, textKey: 'taken' });
    // A code that is on the waybill already was scanned twice, which is harmless: it needs no settling.
    const again = [...taken.filter(({ known }) => known), ...all.filter(({ reason }) => reason === 'repeated_line')];
    for (const { code } of again) this.announce({ outcome: 'repeated', code, textKey: 'onIt' });
    for (const [, ofCode] of Map.groupBy(refusals, ({ code }) => code)) this.announce(refused(ofCode));
    if (fresh.length > 0) this.#changed();
  }

  #unloaded({ taken, refusals, notPutBack = [] }: Answer): void {
    const removals = new Set(taken.map(({ printed }) => printed));
    this.change({
      loaded: this.state.loaded.filter(({ printed }) => !removals.has(printed)),
      notPutBack: [...notPutBack, ...this.state.notPutBack],
    });
    for (const { printed } of taken) this.announce({ outcome: 'repeated', code: printed, textKey: 'off' });
    for (const { code, message } of notPutBack) this.announce({ outcome: 'wrong', code, text: message });
    for (const one of refusals) this.announce(refused([one]));
    if (taken.length > 0) this.#changed();
  }
}

/** Of several refusals, the one that no reason of a person overrides is shown. */
function refused(ofCode: readonly EventRefusal[]): LastScan {
  const { code, message } = (ofCode.find(({ overridable }) => !overridable) ?? ofCode[0]) as EventRefusal;
  return { outcome: 'wrong', code, text: message };
}

/** The codes all of whose refusals can be overridden. */
export function overridable({ refusals }: Pick<LoadingState, 'refusals'>): string[] {
  const byCode = Map.groupBy(refusals, ({ code }) => code);
  return [...byCode].flatMap(([code, all]) => (all.every((one) => one.overridable) ? [code] : []));
}
