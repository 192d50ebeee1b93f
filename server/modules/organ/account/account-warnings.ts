import type { Warning } from '@suyuan/contract/call/warnings.ts';
import { type Kysely, sql } from 'kysely';
import type { Caller } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { warning } from '#platform/serve/warning.ts';

/** Warns of an account that can open nothing: it has no role of its own, and its position brings none. */
export async function warningsOf(
  db: Kysely<Schema>,
  id: number,
  { language }: Pick<Caller, 'language'>,
): Promise<Warning[]> {
  const found = await db
    .selectFrom('account as a')
    .where('a.id', '=', id)
    .where('a.administrator', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('account_role as r').whereRef('r.account_id', '=', 'a.id').select(sql.lit(1).as('one')))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('position_role as r').whereRef('r.position_id', '=', 'a.position_id').select(sql.lit(1).as('one')),
        ),
      ),
    )
    .select('a.id')
    .executeTakeFirst();
  return found ? [warning(language, 'account_without_role')] : [];
}
