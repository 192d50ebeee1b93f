import type { WaitingName } from '@suyuan/contract/access/notice.ts';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Account } from '#platform/caller.ts';
import type { NumberedTable } from '#platform/database/table.ts';
import type { Query } from '#platform/lists/declared-list.ts';

/** The work that rows of a list are. */
interface RowWork {
  readonly table: NumberedTable;
  /** The kinds of work that a row may be, of which it is one at a time. */
  readonly kinds: readonly [WaitingName, ...WaitingName[]];
  /** The usual due time of a row that waits, and null for others: it holds until a rule has set another. */
  readonly due: RawBuilder<Date | null>;
}

/** What `rows` gets besides the filters of the call. */
export interface WorkReader {
  readonly account?: Pick<Account, 'id' | 'role_ids'>;
}

/** The part of `ListRules` that a list with `workFields` and `workFilter` needs. */
export const workFilters = {
  resolveFilters: async (_: object, { account }: { readonly account: Account }): Promise<WorkReader> => ({ account }),
  handlesFilters: ['account', 'work'],
} as const;

/** The columns of `workFields` as the database has them. */
interface WorkColumns {
  readonly work_owner: string | null;
  readonly work_owner_id: number | null;
  readonly due_at: Date | null;
  readonly overdue: boolean;
}

/** Adds the columns of `workFields` to a list, and applies its filter. Row security shows a party its own work. */
export function withWork<Tables, From extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, From, Row>,
  { table, kinds, due }: RowWork,
  { work, account }: WorkReader & { readonly work?: 'mine' | 'overdue' | undefined } = {},
): SelectQueryBuilder<Tables, From, Row & WorkColumns> {
  const dueAt = sql<Date | null>`coalesce(work.due_at, ${due})`;
  const joined = (rows as Query)
    .leftJoin('work_item as work', (on) =>
      on.onRef('work.subject_id', '=', `${table}.id`).on('work.waiting', 'in', kinds).on('work.ended_at', 'is', null),
    )
    .leftJoin('account as work_by', 'work_by.id', 'work.owner_id')
    .select([
      'work_by.name as work_owner',
      'work_by.id as work_owner_id',
      dueAt.as('due_at'),
      sql<boolean>`coalesce(${dueAt} < now(), false)`.as('overdue'),
    ]);
  if (work === 'overdue') return joined.where(dueAt, '<', sql<Date>`now()`);
  if (work !== 'mine' || !account) return joined;
  const { id, role_ids } = account;
  const roles = [...role_ids, 0];
  return joined.where((eb) =>
    eb.or([
      eb('work.owner_id', '=', id),
      eb.and([eb('work.owner_id', 'is', null), eb('work.role_id', 'in', roles)]),
      eb('work.escalated_account_id', '=', id),
      eb('work.escalated_role_id', 'in', roles),
    ]),
  );
}
