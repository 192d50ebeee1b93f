import { handheldUploads } from '@suyuan/contract/physical/goods-file.ts';
import { sql } from 'kysely';
import { type Failure, failureText } from '#platform/jobs/failure.ts';
import { declaredRow, heldIn, serveDeclaredList } from '#platform/lists/declared-list.ts';
import type { Services } from '#platform/services.ts';

/** Serves the history of uploaded files of handhelds: to everybody their own, to an administrator all. */
export default function serveHandheldUploads(services: Services): void {
  const { db } = services.system.ownWork;
  serveDeclaredList(services, handheldUploads, {
    resolveFilters: async (_, { account }): Promise<{ readonly uploader?: number }> =>
      account.administrator ? {} : { uploader: account.id },
    rows: (_, { uploader }) =>
      uploads(db).$if(uploader !== undefined, (rows) => rows.where('job.account_id', '=', uploader as number)),
    handlesFilters: ['uploader'],
    narrow: {
      keyword: heldIn('job.source_name'),
      act: (rows, eventType) => rows.where(sql`job.input ->> 'act'`, '=', eventType),
    },
    defaultSort: '-created_at',
    present: ({ failure, ...row }, language) =>
      declaredRow(handheldUploads, { ...row, problem: failure && failureText(language, failure) }),
  });
}

const uploads = (db: Services['system']['ownWork']['db']) =>
  db
    .selectFrom('job')
    .innerJoin('account as by', 'by.id', 'job.account_id')
    .where('job.menu_key', '=', handheldUploads.key)
    .select(['job.id', 'job.created_at', 'job.source_name as source', 'job.state', 'job.rows', 'job.accepted'])
    .select(['job.refused', 'job.ended_at', 'by.id as uploader_id', 'by.name as uploader'])
    .select([sql<'load'>`job.input ->> 'act'`.as('act'), sql<Failure | null>`job.failure`.as('failure')])
    .select(sql<number | null>`job.result -> 'not_put_back'`.as('not_put_back'));
