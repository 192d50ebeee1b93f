import { type LotDays, leavesBefore, undated } from '../leaving.ts';
import type { LoadingReason, Policy } from './loading-rule.ts';

/**
 * What speaks against loading goods: for the server, and for handhelds without a network, which say it before. What both are told
 * of goods, they judge by these rules; the server knows more.
 */

/** A line of a waybill: of any lot if `lot` is null, and without a plan if `quantity` is. */
interface LoadedLine {
  readonly lot: string | null;
  readonly quantity: number | null;
  readonly loaded: number;
}

const isOver = ({ quantity, loaded }: Omit<LoadedLine, 'lot'>, units: number): boolean =>
  quantity !== null && loaded + units > quantity;

/** Of the lines that goods fit on, theirs: one for their lot rather than for any, one with room rather than a full one. */
export function lineFor<Line extends LoadedLine>(fitting: readonly Line[], units: number): Line | undefined {
  const inOrder = fitting.toSorted((a, b) => Number(a.lot === null) - Number(b.lot === null));
  return inOrder.find((line) => !isOver(line, units)) ?? inOrder[0];
}

/** Against goods that nobody has ordered, or more of them than was ordered. */
export function objectionToUnits(
  line: LoadedLine | undefined,
  units: number,
): 'not_ordered' | 'over_quantity' | undefined {
  if (!line) return 'not_ordered';
  return isOver(line, units) ? 'over_quantity' : undefined;
}

/** What is known of a lot: none of goods that have none. */
interface LotToLoad {
  readonly lot: (LotDays & { readonly released: boolean }) | undefined;
  /** The days that it lasts, negative once it has expired; null for goods that do not expire. */
  readonly days: number | null;
  /** The days that it has to last at least. */
  readonly minDays: number;
  readonly line: Pick<LoadedLine, 'lot'> | undefined;
  /** The first lot of which some is left to load. */
  readonly first: LotDays | undefined;
}

/** Against a lot that is not released, that does not last, or before which another should leave, unless it was ordered by its number. */
export function objectionsToLot({ lot, days, minDays, line, first }: LotToLoad): LoadingReason[] {
  return [
    ...(lot?.released ? [] : (['not_released'] as const)),
    ...(days !== null && days < 0 ? (['expired'] as const) : []),
    ...(days !== null && days >= 0 && days < minDays ? (['short_life'] as const) : []),
    ...(!line?.lot && first && leavesBefore(first, lot ?? undated) ? (['older_first'] as const) : []),
  ];
}

type Policies = Readonly<Partial<Record<LoadingReason, Policy>>>;

/**
 * What the warehouse does about objections, apart from those that the waybill is free of, because it brings goods back, takes them out
 * of use or moves them to quarantine.
 */
export const policiesFor = ({
  policies,
  takesHeld,
  takesExpired,
}: {
  readonly policies: Policies;
  readonly takesHeld: boolean;
  readonly takesExpired: boolean;
}): Policies => ({
  ...policies,
  ...(takesHeld && { on_hold: 'allow', not_released: 'allow', older_first: 'allow' }),
  ...(takesExpired && { expired: 'allow' }),
});

/** Whether an objection stands: it does not, it does until somebody gives a reason, or it does whatever is said. */
export function standingOf(
  reason: LoadingReason,
  policies: Policies,
  hasReason: boolean,
): 'dropped' | 'overridable' | 'final' {
  switch (policies[reason]) {
    case 'allow':
      return 'dropped';
    case 'refuse':
      return 'final';
    default:
      return hasReason ? 'dropped' : 'overridable';
  }
}
