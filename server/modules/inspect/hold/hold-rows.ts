import type { Kysely } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';

/** The query for the list of holds. */

/** Whether the time of a hold has run out, and it still holds goods. */
export const isOverdue = ksql<boolean>`(quality_hold.status = 'held' and quality_hold.due_at < now())`;

export const holds = (db: Kysely<Schema>) =>
  db
    .selectFrom('quality_hold')
    .innerJoin('account as o', 'o.id', 'quality_hold.owner_id')
    .innerJoin('account as c', 'c.id', 'quality_hold.created_by')
    .leftJoin('account as r', 'r.id', 'quality_hold.released_by')
    .leftJoin('waybill as b', 'b.id', 'quality_hold.waybill_id')
    .selectAll('quality_hold')
    .select(['b.waybill_no', 'o.name as owner', 'c.name as creator', 'r.name as releaser', isOverdue.as('overdue')]);

export type HoldRow = Awaited<ReturnType<ReturnType<typeof holds>['execute']>>[number];

export const inWords = ({ creator, releaser, ...row }: HoldRow) => ({
  ...row,
  created_by: creator,
  created_by_id: row.created_by,
  released_by: releaser,
  released_by_id: row.released_by,
});
