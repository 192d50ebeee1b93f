import type { ArrivalOutcome, ScanAnswer } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import { type DeskParts, ScanDesk } from '#ui/scan/desk/ScanDesk.ts';
import type { Task } from '#ui/scan/desk/ScanQueue.ts';
import type { ScanOutcome } from '#ui/scan/lastScan.ts';

/** The calls of the desk, for one waybill. */
export interface CountingCalls {
  scan(codes: readonly string[], key: string, singly: boolean): Promise<readonly ScanAnswer[]>;
  undo(code: string): Promise<void>;
}

export interface CountingState {
  /** Whether what lies in an expected package is counted singly: the package has come apart. */
  readonly isSingly: boolean;
  /** Codes that were scanned here and are kept by the server, latest first. */
  readonly mine: readonly string[];
}

type CountingStep =
  | { readonly do: 'setSingly'; readonly isSingly: boolean }
  | { readonly do: 'undo'; readonly code?: string };

const outcomes = {
  counted: 'good',
  repeated: 'repeated',
  arrived: 'repeated',
  part: 'wrong',
  other_waybill: 'wrong',
  missing: 'wrong',
  not_shipped: 'wrong',
  unknown: 'wrong',
} as const satisfies Readonly<Record<ArrivalOutcome, ScanOutcome>>;

/** What the server keeps as a scan, expected or not. */
const isKept = (outcome: ArrivalOutcome): boolean =>
  outcome === 'counted' ||
  outcome === 'other_waybill' ||
  outcome === 'missing' ||
  outcome === 'not_shipped' ||
  outcome === 'unknown';

/** Counting what arrives: each scan is sent to the server at once, which keeps it. */
export class CountingDesk extends ScanDesk<CountingState, CountingStep> {
  readonly #calls: CountingCalls;
  readonly #changed: () => void;

  constructor(calls: CountingCalls, parts: DeskParts, changed: () => void) {
    super({ isSingly: false, mine: [] }, parts);
    this.#calls = calls;
    this.#changed = changed;
  }

  /** Switches, for the scans to come. */
  setSingly(isSingly: boolean): void {
    this.afterwards({ do: 'setSingly', isSingly });
  }

  /** Takes a scan back; without a code the latest one of this desk. */
  undo(code?: string): void {
    this.afterwards(code === undefined ? { do: 'undo' } : { do: 'undo', code });
  }

  /** What is counted is on the server. */
  protected override holds(): boolean {
    return false;
  }

  protected override emptied(): Partial<CountingState> {
    return {};
  }

  protected override async send(step: CountingStep): Promise<void> {
    if (step.do === 'setSingly') {
      this.change({ isSingly: step.isSingly });
      return;
    }
    const code = step.code ?? this.state.mine[0];
    if (code === undefined) return;
    await this.#calls.undo(code);
    this.change({ mine: this.state.mine.filter((one) => one !== code) });
    this.announce({ outcome: 'repeated', code, textKey: 'undone' });
    this.#changed();
  }

  protected override async take(texts: readonly string[], key: string): Promise<readonly Task<CountingStep>[]> {
    const answers = await this.#calls.scan(texts, key, this.state.isSingly);
    const kept = answers.filter(({ outcome }) => isKept(outcome)).map(({ printed }) => printed);
    this.change({ mine: [...kept.toReversed(), ...this.state.mine.filter((one) => !kept.includes(one))] });
    for (const { outcome, printed, message } of answers)
      this.announce({ outcome: outcomes[outcome], code: printed, text: message });
    this.#changed();
    return [];
  }
}
