import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';

/** Who opened a closed work order again, and why, the latest first, as far as `db` shows these people. */
export async function reopeningsOf(db: Kysely<Schema>, id: number) {
  const rows = await db
    .selectFrom('work_order_closing as c')
    .leftJoin('account as a', 'a.id', 'c.reopened_by')
    .select(['a.name as by', 'a.id as by_id', 'c.reopened_at', 'c.reopen_reason'])
    .where('c.work_order_id', '=', id)
    .where('c.reopened_at', 'is not', null)
    .orderBy('c.id', 'desc')
    .execute();
  return rows.map(({ reopened_at, reopen_reason, ...row }) => ({
    ...row,
    at: (reopened_at as Date).toISOString(),
    reason: reopen_reason ?? '',
  }));
}
