import type { Figures } from '../../../../../contract/inspect/consumer-warning.ts';
import type { LimitsOf, WarningRule } from '../../../../../contract/inspect/warning-rule.ts';
import type { Life } from '../../../../../contract/trace/acts.ts';
import type { Found } from '../../../../trace/state/sold-to.ts';
import type { Visit } from './visit.ts';

/** What is known of a code beside its scans. */
export interface CodeFacts extends Found {
  readonly life: Life;
  readonly closed: boolean;
  /** When the last act happened that was about it, as milliseconds. */
  readonly lastActAt: number;
  /** `2026-01-31`. */
  readonly expiryDate: string | null;
  readonly lotId: number | null;
}

/** Why a rule fires: the visits that made it, and the figures that a person judges it by. */
export interface Cause {
  readonly figures: Figures;
  readonly visits: readonly Visit[];
}

/**
 * A rule: what it reads is visits, in their order, of one code or of one network, and what is known of the code. It knows
 * neither a database nor the time of day, so the same visits are judged the same whenever that is.
 */
export interface Rule<R extends WarningRule> {
  readonly name: R;
  /** It asks for what acts tell of a code. */
  readonly needsFacts?: true;
  /** Scans with other answers are none of its business. */
  readonly verdicts?: readonly string[];
  evaluate(visits: readonly Visit[], facts: CodeFacts | undefined, limits: LimitsOf<R>): Cause | null;
}

export const hour = 3_600_000;
export const day = 24 * hour;

/** The latest visits that lie within so many milliseconds. */
export function within(visits: readonly Visit[], milliseconds: number): readonly Visit[] {
  const last = visits.at(-1)?.at ?? 0;
  return visits.filter(({ at }) => last - at < milliseconds);
}

export const enough = (visits: readonly Visit[], least: number, figures: Figures): Cause | null =>
  visits.length >= least && visits.length > 0 ? { figures: { visits: visits.length, ...figures }, visits } : null;
