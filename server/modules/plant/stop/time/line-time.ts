import { type StopSource, shortestStop } from '@suyuan/contract/plant/line/line-stop.ts';
import type { StandingAs } from '#trace/figures/figure-deltas.ts';
import { type Shift, type ShiftPart, shiftParts, type WallTime } from '#trace/figures/shift.ts';
import { joined, lengthOf, remaining, type Span, totalOf, within } from './spans.ts';

/** The time in which a work order was to be made on a line. */
export interface Run extends Span {
  readonly orderId: number;
}

/** The time for which devices told how a line was. */
export interface Told extends Span, StandingAs {
  readonly condition: 'running' | 'standing';
}

/** All that is known of a line in a time. */
export interface Evidence {
  readonly runs: readonly Run[];
  readonly told: readonly Told[];
  /** When units passed, by events. */
  readonly acts: readonly Span[];
  /** Whether its devices tell states: without them, it is not known how the line was; else a pause between events is a stop. */
  readonly tellsStates: boolean;
  readonly shifts: ReadonlyMap<number, readonly Shift[]>;
  readonly clock: (at: number) => WallTime;
}

/** The time of a work order in one shift. */
export interface Period extends Span {
  readonly orderId: number;
  readonly teamId: number;
  readonly day: string;
  readonly runningSeconds: number;
  readonly shortSeconds: number;
}

/** A stop: non-production of more than a minute within a period. */
export interface Stop extends Span, StandingAs {
  readonly orderId: number;
  readonly teamId: number;
  readonly day: string;
  readonly source: StopSource;
}

/**
 * The periods and stops of a line, by these rules:
 *
 * 1. The time of a work order is that in which it ran (started, and neither held nor finished) and its team was on duty. Off duty, it
 *    is the time from the first to the last unit of the shift: work that begins early or goes on late counts, an idle night does not.
 *    Of several orders at once, the time is that of the one that was started last.
 * 2. The line runs while one of its machines tells that it executes. Where no machine tells anything, it runs while units pass, no two
 *    of them more than a minute apart.
 * 3. All other time of an order is a stop if it is longer than a minute. A stop ends with the shift and with the order: the next shift
 *    has one of its own.
 */
export function lineTimeOf(evidence: Evidence): { readonly periods: Period[]; readonly stops: Stop[] } {
  const running = runningSpans(evidence);
  const parts = ordersInTurn(evidence.runs).flatMap((run) => partsOf(run, running, evidence));
  const stops: Stop[] = [];
  const periods = parts.map((part): Period => {
    const gaps = remaining(part, running);
    const long = gaps.filter((gap) => lengthOf(gap) > shortestStop * 1000);
    stops.push(...long.flatMap((gap) => stopsIn(gap, part, evidence)));
    const { begins, ends, orderId, teamId, day } = part;
    return {
      ...{ begins, ends, orderId, teamId, day },
      runningSeconds: Math.round(totalOf(within(running, part)) / 1000),
      shortSeconds: Math.round((totalOf(gaps) - totalOf(long)) / 1000),
    };
  });
  return { periods, stops };
}

function runningSpans({ told, acts }: Evidence): Span[] {
  const byMachines = told.filter(({ condition }) => condition === 'running');
  const byActs = acts.flatMap((act) => remaining(act, told));
  return joined([...byMachines, ...byActs]);
}

/** The runs without what belongs to orders that were started later. */
const ordersInTurn = (runs: readonly Run[]): Run[] =>
  runs
    .flatMap((run) => {
      const later = runs.filter((other) => other !== run && isLater(other, run));
      return remaining(run, later).map((span) => ({ ...span, orderId: run.orderId }));
    })
    .sort((a, b) => a.begins - b.begins);

const isLater = (a: Run, b: Run): boolean => a.begins > b.begins || (a.begins === b.begins && a.orderId > b.orderId);

type Part = Span & { readonly orderId: number; readonly teamId: number; readonly day: string };

/** The time of a run by shifts; parts of the same shift that touch are one. */
function partsOf(run: Run, running: readonly Span[], { shifts, clock }: Evidence): Part[] {
  const parts: Part[] = [];
  for (const shift of shiftParts(shifts.get(run.orderId) ?? [], clock, run)) {
    const counted = shift.onDuty ? shift : worked(shift, running);
    if (!counted) continue;
    const last = parts.at(-1);
    if (last?.ends === counted.begins && last.teamId === shift.teamId && last.day === shift.day)
      parts[parts.length - 1] = { ...last, ends: counted.ends };
    else
      parts.push({
        begins: counted.begins,
        ends: counted.ends,
        orderId: run.orderId,
        teamId: shift.teamId,
        day: shift.day,
      });
  }
  return parts;
}

/** From the first to the last moment at which a line ran. */
function worked(part: ShiftPart, running: readonly Span[]): Span | undefined {
  const ran = within(running, part);
  const [first, last] = [ran[0], ran.at(-1)];
  return first && last && { begins: first.begins, ends: last.ends };
}

/** The stops of a gap: one, or several if the devices gave several reasons one after the other. */
function stopsIn(gap: Span, { orderId, teamId, day }: Part, { told, tellsStates }: Evidence): Stop[] {
  const standing = within(told, gap).sort((a, b) => a.begins - b.begins);
  const cuts: { begins: number; reason: string | null }[] = [{ begins: gap.begins, reason: null }];
  for (const { begins, reason } of standing) {
    const last = cuts.at(-1) as (typeof cuts)[number];
    if (reason === null || reason === last.reason) continue;
    if (last.reason === null) last.reason = reason;
    else cuts.push({ begins, reason });
  }
  return cuts.map(({ begins, reason }, at) => {
    const span = { begins, ends: cuts[at + 1]?.begins ?? gap.ends };
    const parts = within(standing, span);
    return {
      ...span,
      orderId,
      teamId,
      day,
      reason,
      state: longestState(parts),
      source: sourceOf(span, parts, tellsStates),
    };
  });
}

function sourceOf(span: Span, told: readonly Told[], tellsStates: boolean): StopSource {
  if (totalOf(told) * 2 >= lengthOf(span)) return 'states';
  return tellsStates ? 'silent' : 'acts';
}

/** The state that a machine was in for the longest time. */
function longestState(told: readonly Told[]): string | null {
  const lengths = new Map<string, number>();
  for (const one of told) if (one.state) lengths.set(one.state, (lengths.get(one.state) ?? 0) + lengthOf(one));
  return [...lengths].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
