import { minute } from '@suyuan/contract/durations.ts';
import type { Balance } from '@suyuan/contract/inspect/goods-there.ts';
import type { DrillScore, RecallEffect } from '@suyuan/contract/inspect/recall/recall.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import type { RecallRow } from '../recall-rows.ts';

/** How far the receivers of a recall have answered. What was passed on is counted with whom it was first sent to. */
export async function effectOf(
  db: Kysely<Schema>,
  recall: number,
): Promise<{ readonly effect: RecallEffect; readonly lastAcknowledgedAt: Date | null }> {
  const rows = await db
    .selectFrom('recall_notice')
    .select(['parent_id', 'acknowledge_by', 'acknowledged_at', 'answered_at', 'units', 'accounted'])
    .where('recall_id', '=', recall)
    .execute();
  const first = rows.filter(({ parent_id }) => parent_id === null);
  const acknowledged = rows.flatMap(({ acknowledged_at }) => acknowledged_at ?? []);
  const sum = (of: 'units' | 'accounted') => first.reduce((total, row) => total + Number(row[of]), 0);
  const effect = {
    notices: rows.length,
    acknowledged: acknowledged.length,
    answered: rows.filter(({ answered_at }) => answered_at !== null).length,
    in_time: rows.filter(({ acknowledged_at, acknowledge_by }) => acknowledged_at && acknowledged_at <= acknowledge_by)
      .length,
    units: sum('units'),
    accounted: sum('accounted'),
  };
  const isComplete = rows.length > 0 && acknowledged.length === rows.length;
  return { effect, lastAcknowledgedAt: isComplete ? new Date(Math.max(...acknowledged.map(Number))) : null };
}

/** The usual target of a drill, in minutes: the four hours of most audits. */
const usualTarget = 240;

/** The score of a drill that began: half of it the share of units traced, half of it the times against their target. */
export function scoreOf(
  { drill, tells, begun_at, listed_at, created_at, target_minutes }: RecallRow,
  { made, unaccounted }: Balance,
  lastAcknowledgedAt: Date | null,
): DrillScore | null {
  if (!drill || begun_at === null) return null;
  const minutes = (from: Date, to: Date | null) =>
    to && Math.max(1, Math.round((to.getTime() - from.getTime()) / minute));
  const list_minutes = minutes(created_at, listed_at);
  const acknowledge_minutes = tells ? minutes(begun_at, lastAcknowledgedAt) : null;
  const target = target_minutes ?? usualTarget;
  const inTime = (taken: number | null) => (taken === null ? 0 : Math.min(1, target / taken));
  const times = tells ? [inTime(list_minutes), inTime(acknowledge_minutes)] : [inTime(list_minutes)];
  const share = made === 0 ? 0 : (made - Math.max(0, unaccounted)) / made;
  const time = times.reduce((total, one) => total + one, 0) / times.length;
  return {
    target_minutes,
    list_minutes,
    acknowledge_minutes,
    traced: Math.round(share * 1000) / 10,
    score: Math.round(50 * share + 50 * time),
  };
}
