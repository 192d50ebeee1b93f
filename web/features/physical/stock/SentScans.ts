import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import { type DeskParts, ScanDesk } from '#ui/scan/desk/ScanDesk.ts';
import type { Task } from '#ui/scan/desk/ScanQueue.ts';

/** A code that the server has taken. */
export interface SentCode {
  readonly code: string;
  readonly printed: string;
  /** It was so already. */
  readonly known: boolean;
}

interface Answer<One extends SentCode> {
  readonly taken: readonly One[];
  readonly refusals: readonly EventRefusal[];
}

/** The calls of the desk. */
interface SentCalls<One extends SentCode> {
  /** `anyway`: although the refusals said that a person has to agree. */
  take(codes: readonly string[], key: string, anyway: boolean): Promise<Answer<One>>;
  /** Takes one back: why it cannot be, and of what was taken back, what is not as it was. */
  undo(
    one: One,
    key: string,
  ): Promise<{
    readonly refusals: readonly EventRefusal[];
    readonly notAsBefore: readonly EventRefusal[];
  }>;
}

interface SentState<One extends SentCode> {
  /** What was taken since the desk was opened, latest first. */
  readonly taken: readonly One[];
  readonly refusals: readonly EventRefusal[];
}

type SentStep = { readonly do: 'undo' } | { readonly do: 'anyway' };

/** A desk whose scans are sent one by one, and done at once; the last one can be taken back. */
export class SentScans<One extends SentCode> extends ScanDesk<SentState<One>, SentStep> {
  readonly #calls: SentCalls<One>;
  readonly #changed: () => void;

  constructor(calls: SentCalls<One>, parts: DeskParts, changed: () => void) {
    super({ taken: [], refusals: [] }, parts);
    this.#calls = calls;
    this.#changed = changed;
  }

  undo(): void {
    this.afterwards({ do: 'undo' });
  }

  /** Takes the codes that only wait for somebody to agree. */
  takeAnyway(): void {
    this.afterwards({ do: 'anyway' });
  }

  dropRefusals(): void {
    this.change({ refusals: [] });
  }

  /** What was taken is on the server; what waits for somebody to agree is not. */
  protected override holds({ refusals }: SentState<One>): boolean {
    return waitingIn(refusals).length > 0;
  }

  protected override emptied(): Partial<SentState<One>> {
    return { refusals: [] };
  }

  protected override async send(step: SentStep, key: string): Promise<void> {
    if (step.do === 'undo') return this.#undo(key);
    const codes = waitingIn(this.state.refusals);
    if (codes.length > 0) this.#took(codes, await this.#calls.take(codes, key, true));
  }

  protected override async take(texts: readonly string[], key: string): Promise<readonly Task<SentStep>[]> {
    this.#took(texts, await this.#calls.take(texts, key, false));
    return [];
  }

  async #undo(key: string): Promise<void> {
    const [last, ...others] = this.state.taken;
    if (!last) return;
    const { refusals, notAsBefore } = await this.#calls.undo(last, key);
    if (refusals.length > 0) {
      this.change({ refusals: [...refusals, ...this.state.refusals] });
      this.announce({ outcome: 'wrong', code: last.printed, text: refusals[0]?.message ?? '' });
      return;
    }
    this.change({ taken: others, refusals: [...notAsBefore, ...this.state.refusals] });
    const [rest] = notAsBefore;
    if (rest) this.announce({ outcome: 'wrong', code: rest.code, text: rest.message });
    else this.announce({ outcome: 'repeated', code: last.printed, textKey: 'undone' });
    this.#changed();
  }

  #took(codes: readonly string[], { taken, refusals }: Answer<One>): void {
    const rest = this.state.refusals.filter(({ code }) => !codes.includes(code));
    const fresh = taken.filter(({ known }) => !known);
    this.change({ taken: [...fresh.toReversed(), ...this.state.taken], refusals: [...refusals, ...rest] });
    for (const { printed } of fresh) this.announce({ outcome: 'good', code: printed, textKey: 'taken' });
    for (const { known, printed } of taken)
      if (known) this.announce({ outcome: 'repeated', code: printed, textKey: 'repeated' });
    for (const { code, message } of refusals) this.announce({ outcome: 'wrong', code, text: message });
    if (fresh.length > 0) this.#changed();
  }
}

/** The codes that are taken once somebody agrees. */
export const waitingIn = (refusals: readonly EventRefusal[]): string[] => [
  ...new Set(refusals.flatMap(({ code, overridable }) => (overridable ? code : []))),
];
