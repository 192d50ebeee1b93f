import { roleHolder } from '@suyuan/contract/organ/role.ts';
import type { Kysely } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { serveDeclaredList } from '#platform/lists/declared-list.ts';
import type { Services } from '#platform/services.ts';

/** Serves the holders of a role, granted directly or by their position. */
export function serveRoleHolders(services: Services): void {
  serveDeclaredList(services, roleHolder, {
    rows: (db, { role_id }) => holders(db, role_id),
    handlesFilters: ['role_id'],
    sort: { account_name: ksql`lower(account.account_name)` },
    defaultSort: 'account_name',
    present: ({ direct, ...row }: HolderRow) => ({ ...row, direct: direct !== null }),
  });
}

const holders = (db: Kysely<Schema>, role: number) =>
  db
    .selectFrom('account')
    .leftJoin('account_role as h', (join) => join.onRef('h.account_id', '=', 'account.id').on('h.role_id', '=', role))
    .leftJoin('position_role as b', (join) =>
      join.onRef('b.position_id', '=', 'account.position_id').on('b.role_id', '=', role),
    )
    .leftJoin('position as p', 'p.id', 'b.position_id')
    .where((eb) => eb.or([eb('h.role_id', 'is not', null), eb('b.role_id', 'is not', null)]))
    .select([
      'account.id',
      'account.account_name',
      'account.name',
      'account.status',
      'h.role_id as direct',
      'p.id as position_id',
      'p.position_name',
    ]);

type HolderRow = Awaited<ReturnType<ReturnType<typeof holders>['execute']>>[number];
