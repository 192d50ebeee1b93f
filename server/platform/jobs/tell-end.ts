import { type Kysely, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Schema } from '../database/schema.ts';

type Ending = UpdateQueryBuilder<Schema, 'job', 'job', UpdateResult>;

/** Extends the statement that ends a job so that it also writes the notice for whoever started it, atomically. */
export const tellingEnd = (db: Kysely<Schema>, ending: Ending) =>
  db
    .with('ended', () =>
      ending.returning(['id', 'account_id', 'state', 'menu_key', 'source_name', 'accepted', 'refused']),
    )
    .insertInto('notice')
    .columns(['account_id', 'kind', 'params', 'leads', 'about'])
    .expression((eb) =>
      eb.selectFrom('ended').select([
        'ended.account_id',
        sql<'job_done'>`
          case when ended.state = 'broken' then 'job_broken' when ended.refused > 0 then 'job_refusals' else 'job_done' end`.as(
          'kind',
        ),
        sql<Record<string, string>>`
          jsonb_build_object('what', coalesce(ended.source_name, ended.id::text), 'screen', ended.menu_key,
            'accepted', ended.accepted, 'refused', ended.refused)`.as('params'),
        sql<[]>`
          jsonb_build_array(jsonb_build_object('screen', 'taskmanagement', 'query', ''),
            jsonb_build_object('screen', ended.menu_key, 'query', ''))`.as('leads'),
        sql<string>`'job:' || ended.id`.as('about'),
      ]),
    );
