import type { CodeClass, SnapshotHead } from '@suyuan/contract/handheld/task.ts';
import { defaultPolicies, type LoadingReason } from '@suyuan/contract/physical/loading-rule.ts';
import { fits, type Line, partsOf, roomOn } from '../snapshot/lines.ts';
import { type Done, isDone } from '../snapshot/progress.ts';
import type { KnownCode } from '../snapshot/snapshot.ts';
import type { Verdict } from './act.ts';

/**
 * Decides whether a code may be loaded, by the rules that the server applies afterwards. It knows less: what is refused here is refused
 * there as well, unless others have changed something since the snapshot; what is good here may be refused there.
 */
export function judgeLoading(
  found: KnownCode | undefined,
  load: Done,
  { policies = defaultPolicies }: Pick<SnapshotHead, 'policies'>,
): Verdict {
  if (!found) return { verdict: 'unknown' };
  const { goods } = found;
  if (isDone(found, load)) return { verdict: 'repeated' };
  if (goods.on === 'other') return { verdict: 'wrong', reason: 'loaded_already', goods, overridable: false };
  const objections = objectionsTo(goods, load.lines).filter((reason) => policies[reason] !== 'allow');
  const final = objections.find((reason) => policies[reason] === 'refuse');
  const reason = final ?? objections[0];
  if (!reason) return { verdict: 'good', goods };
  return { verdict: 'wrong', reason, goods, overridable: final === undefined };
}

/** In the order in which a person would want to hear them. */
function objectionsTo(goods: CodeClass, lines: readonly Line[]): LoadingReason[] {
  const parts = partsOf(goods);
  const places = parts.map((part) => ({ units: part.units, lines: lines.filter((line) => fits(line, part)) }));
  const isOver = ({ units, lines: some }: (typeof places)[number]) =>
    some.length > 0 && units > some.reduce((room, line) => room + roomOn(line), 0);
  return [
    ...(places.some(({ lines: some }) => some.length === 0) ? (['not_ordered'] as const) : []),
    ...(goods.held ? (['on_hold'] as const) : []),
    ...(places.some(isOver) ? (['over_quantity'] as const) : []),
    ...(goods.whole ? [] : (['incomplete'] as const)),
    ...(goods.inside ? (['packed_elsewhere'] as const) : []),
  ];
}
