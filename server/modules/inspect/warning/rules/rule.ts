import type { Figures } from '@suyuan/contract/inspect/consumer-warning.ts';
import type { LimitsOf, ScanRule } from '@suyuan/contract/inspect/warning-rule.ts';
import type { Life } from '@suyuan/contract/trace/states.ts';
import type { CodeWhereabouts } from '#trace/state/sold-to.ts';
import type { Visit } from './visit.ts';

/** What is known about a code besides its scans. */
export interface CodeFacts extends CodeWhereabouts {
  readonly life: Life;
  readonly closed: boolean;
  /** The time of the last event of the code, in epoch milliseconds. */
  readonly lastEventAt: number;
  /** `2026-01-31`. */
  readonly expiryDate: string | null;
  readonly lotId: number | null;
  /** The waybill by which it left; null if it did not. */
  readonly waybillId: number | null;
  /** What it is called back or held by, and since when; the longest such time of each kind. */
  readonly held: Readonly<Record<'recall' | 'quality_hold', HeldSince | null>>;
}

/** Since when goods are called back or held, and by what number. */
export interface HeldSince {
  readonly since: Date;
  readonly no: string;
}

/** Why a rule fires: the visits, and the figures by which a person judges it. */
export interface Cause {
  readonly figures: Figures;
  readonly visits: readonly Visit[];
}

/**
 * A rule, which judges the visits of one code or network in chronological order, and the facts of the code. It uses neither the
 * database nor the clock, so the same visits always give the same result.
 */
export interface Rule<R extends ScanRule> {
  readonly name: R;
  /** Whether the rule needs the facts of the code. */
  readonly needsFacts?: true;
  /**
   * The rule concludes from where one code is seen that several goods carry it. The code of a case or pallet is seen by whoever
   * handles it on its way, so it is not judged.
   */
  readonly ofItems?: true;
  /** The verdicts of the scans that the rule judges; all by default. */
  readonly verdicts?: readonly string[];
  evaluate(visits: readonly Visit[], facts: CodeFacts | undefined, limits: LimitsOf<R>): Cause | null;
}

/** The visits within this time before the last one. */
export function within(visits: readonly Visit[], milliseconds: number): readonly Visit[] {
  const last = visits.at(-1)?.at ?? 0;
  return visits.filter(({ at }) => last - at < milliseconds);
}

export const enough = (visits: readonly Visit[], least: number, figures: Figures): Cause | null =>
  visits.length >= least && visits.length > 0 ? { figures: { visits: visits.length, ...figures }, visits } : null;
