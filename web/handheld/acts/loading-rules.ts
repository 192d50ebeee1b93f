import type { CodeClass, SnapshotHead } from '@suyuan/contract/handheld/task.ts';
import { daysLeft, leavesBefore, undated } from '@suyuan/contract/physical/leaving.ts';
import { defaultPolicies, type LoadingReason } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import { fits, type Line, partsOf, roomOn } from '../snapshot/lines.ts';
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
  const objections = [...objectionsTo(goods, load.lines), ...objectionsToLots(goods, load, lots, today)].filter(
    (reason) => policies[reason] !== 'allow',
  );
  const final = objections.find((reason) => policies[reason] === 'refuse');
  const reason = final ?? objections[0];
  if (!reason) return { verdict: 'good', goods };
  return { verdict: 'wrong', reason, goods, overridable: final === undefined };
}

type Lots = NonNullable<SnapshotHead['lots']>;

/** Against lots that are not released, that do not last, or after which others should leave. */
function objectionsToLots(goods: CodeClass, load: Done, lots: Lots, today: string): LoadingReason[] {
  return partsOf(goods).flatMap((part) => {
    const line = load.lines.find((one) => fits(one, part));
    const own = lots.find(({ product_id, lot }) => product_id === part.product_id && lot === part.lot);
    // What is not ordered is told so, and of other lots nothing is known here.
    if (!line || (part.lot !== null && !own)) return [];
    const days = own ? daysLeft(own, today) : null;
    const isFree = (lot: Lots[number]) => lot.free > (load.ofLots.get(lotKey(lot)) ?? 0);
    const first = lots.find((lot) => lot.product_id === part.product_id && isFree(lot));
    return [
      ...(own?.released ? [] : (['not_released'] as const)),
      ...(days !== null && days < 0 ? (['expired'] as const) : []),
      ...(days !== null && days >= 0 && days < (own?.min_days ?? 0) ? (['short_life'] as const) : []),
      ...(line.lot === null && first && leavesBefore(first, own ?? undated) ? (['older_first'] as const) : []),
    ];
  });
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
