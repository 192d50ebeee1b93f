import type { CodeClass, SnapshotHead } from '@suyuan/contract/handheld/task.ts';
import { daysLeft } from '@suyuan/contract/physical/leaving.ts';
import { objectionsToLot, objectionToUnits, standingOf } from '@suyuan/contract/physical/waybill/loading.ts';
import { defaultPolicies, type LoadingReason } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import { type Line, lineOf, partsOf } from '../snapshot/lines.ts';
import { type Done, isDone, lotKey } from '../snapshot/progress.ts';
import type { KnownCode } from '../snapshot/snapshot.ts';
import type { Verdict } from './act.ts';

/**
 * Decides whether a code may be loaded, by the rules that the server applies afterwards. It knows less: what is refused here is refused
 * there as well, unless others have changed something since the snapshot; what is good here may be refused there.
 */
export function judgeLoading(
  found: KnownCode | undefined,
  load: Done,
  { policies = defaultPolicies, lots = [] }: Pick<SnapshotHead, 'policies' | 'lots'>,
  today: string,
): Verdict {
  if (!found) return { verdict: 'unknown' };
  const { goods } = found;
  if (isDone(found, load)) return { verdict: 'repeated' };
  if (goods.on === 'other') return { verdict: 'wrong', reason: 'loaded_already', goods, overridable: false };
  if (goods.rejected) return { verdict: 'wrong', reason: 'rejected', goods, overridable: false };
  const objections = [...objectionsTo(goods, load.lines), ...objectionsToLots(goods, load, lots, today)];
  const standing = objections.filter((one) => standingOf(one, policies, false) !== 'dropped');
  const final = standing.find((one) => standingOf(one, policies, false) === 'final');
  const reason = final ?? standing[0];
  if (!reason) return { verdict: 'good', goods };
  return { verdict: 'wrong', reason, goods, overridable: final === undefined };
}

type Lots = NonNullable<SnapshotHead['lots']>;

/** Against lots that are not released, that do not last, or after which others should leave. */
function objectionsToLots(goods: CodeClass, load: Done, lots: Lots, today: string): LoadingReason[] {
  return partsOf(goods).flatMap((part) => {
    const line = lineOf(load.lines, part);
    const lot = lots.find(({ product_id, lot: no }) => product_id === part.product_id && no === part.lot);
    // What is not ordered is told so, and of other lots nothing is known here.
    if (!line || (part.lot !== null && !lot)) return [];
    const isFree = (one: Lots[number]) => one.free > (load.ofLots.get(lotKey(one)) ?? 0);
    const first = lots.find((one) => one.product_id === part.product_id && isFree(one));
    const days = lot ? daysLeft(lot, today) : null;
    return objectionsToLot({ lot, days, minDays: lot?.min_days ?? 0, line, first });
  });
}

/** In the order in which a person would want to hear them. */
function objectionsTo(goods: CodeClass, lines: readonly Line[]): LoadingReason[] {
  const toUnits = partsOf(goods).map((part) => {
    const line = lineOf(lines, part);
    return objectionToUnits(line && { ...line, loaded: line.done }, part.units);
  });
  return [
    ...(toUnits.includes('not_ordered') ? (['not_ordered'] as const) : []),
    ...(goods.held ? (['on_hold'] as const) : []),
    ...(toUnits.includes('over_quantity') ? (['over_quantity'] as const) : []),
    ...(goods.whole ? [] : (['incomplete'] as const)),
    ...(goods.inside ? (['packed_elsewhere'] as const) : []),
  ];
}
