import type { ScanResult } from '@suyuan/contract/handheld/scan.ts';
import type { ArrivalOutcome } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import type { Verdict } from '../acts/act.ts';
import type { Signal } from '../scanner/signals.ts';

/** What is said of a scan: at once by the handheld, or later by the server. */
export type Outcome =
  | (Verdict & { readonly isPart?: true })
  | { readonly verdict: 'removed' }
  | { readonly verdict: 'not_on_it' }
  | { readonly verdict: 'inspected'; readonly inspection: NonNullable<ScanResult['inspection']> }
  | { readonly verdict: 'difference'; readonly outcome: ArrivalOutcome }
  | { readonly verdict: 'refused'; readonly message: string };

/** How each is told of: by sound, vibration, colour and sign alike. */
const signals: Readonly<Record<Exclude<Outcome['verdict'], 'inspected'>, Signal>> = {
  good: 'good',
  kept: 'good',
  unknown: 'repeated',
  removed: 'repeated',
  repeated: 'repeated',
  not_on_it: 'wrong',
  wrong: 'wrong',
  difference: 'wrong',
  refused: 'wrong',
};

export function signalOf(outcome: Outcome): Signal {
  if (outcome.verdict !== 'inspected') return signals[outcome.verdict];
  return outcome.inspection.verdict === 'normal' ? 'good' : 'wrong';
}

export interface LastScan {
  readonly text: string;
  readonly outcome: Outcome;
}
