import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import type { Targets } from '../goods/where-goods-are.ts';

/** The query for the list of recalls. */

export const recalls = (db: Kysely<Schema>) =>
  db
    .selectFrom('recall')
    .innerJoin('account as a', 'a.id', 'recall.created_by')
    .leftJoin('account as b', 'b.id', 'recall.begun_by')
    .leftJoin('account as c', 'c.id', 'recall.closed_by')
    .leftJoin('recall as w', 'w.id', 'recall.widens_id')
    .selectAll('recall')
    .select(['a.name as creator', 'b.name as beginner', 'c.name as closer', 'w.recall_no as widens']);

export type RecallRow = Awaited<ReturnType<ReturnType<typeof recalls>['execute']>>[number];

export const inWords = ({ creator, beginner, closer, ...row }: RecallRow) => ({
  ...row,
  created_by: creator,
  created_by_id: row.created_by,
  begun_by: beginner,
  begun_by_id: row.begun_by,
  closed_by: closer,
  closed_by_id: row.closed_by,
});

/** The lots and codes of a recall. */
export async function targetsOf(db: Kysely<Schema>, id: number): Promise<Targets> {
  const rows = await db
    .selectFrom('recall_goods')
    .select(['lot_id', 'code'])
    .where('recall_id', '=', id)
    .orderBy('id')
    .execute();
  const lots = rows.flatMap(({ lot_id }) => lot_id ?? []);
  // The codes beside whole lots are those that were released from them.
  return { lots, codes: lots.length > 0 ? [] : rows.flatMap(({ code }) => code ?? []), places: [] };
}
