import type { Change } from '#platform/audit/audit-log.ts';

/** Ends sessions by their ids, and records it. */
export async function endSessions(change: Change, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await change.changing('session', ...ids);
  await change.db.updateTable('session').set({ ended_at: new Date() }).where('id', 'in', ids).execute();
}
