import { sql as ksql } from 'kysely';
import { roleHolders } from '../../../../contract/organ/role.ts';
import { serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';

/** Who has a role: given to the account itself, or brought by its position. */
export function serveRoleHolders(services: Services): void {
  serveList(services, {
    name: 'rolemanage',
    page: roleHolders,
    rows: (from, { role_id }) =>
      from
        .selectFrom('account as a')
        .leftJoin('account_role as h', (join) => join.onRef('h.account_id', '=', 'a.id').on('h.role_id', '=', role_id))
        .leftJoin('position_role as b', (join) =>
          join.onRef('b.position_id', '=', 'a.position_id').on('b.role_id', '=', role_id),
        )
        .leftJoin('position as p', 'p.id', 'b.position_id')
        .where((eb) => eb.or([eb('h.role_id', 'is not', null), eb('b.role_id', 'is not', null)]))
        .select(['a.id', 'a.account_name', 'a.name', 'a.status', 'h.role_id as direct', 'p.position_name']),
    sort: { account_name: ksql`lower(a.account_name)` },
    defaultSort: 'account_name',
    tieBreak: ksql.ref('a.id'),
    present: ({ direct, ...row }: HolderRow) => ({ ...row, direct: direct !== null }),
  });
}

interface HolderRow {
  id: number;
  account_name: string;
  name: string;
  status: 'enabled' | 'disabled';
  direct: number | null;
  position_name: string | null;
}
