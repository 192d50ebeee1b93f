import type { Call } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { accessLog } from '@suyuan/contract/organ/access-log.ts';
import { sql } from 'kysely';
import { ksql } from '#platform/database/schema.ts';
import type { Query } from '#platform/lists/declared-list.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { beginning } from '#platform/lists/list.ts';
import type { Services } from '#platform/services.ts';

/** Serves reading the access log, which is written in platform/audit/access-log.ts. */
export function serveAccessLog(services: Services): void {
  serveDeclaredList(services, accessLog, {
    rows: (from) => from.selectFrom('access_log').selectAll(),
    narrow: narrowLog('access_log'),
    sort: { at: ksql.ref('access_log.id') },
    defaultSort: '-at',
    present: ({ input, ...row }) =>
      declaredRow(accessLog, {
        ...row,
        of: listOfCall(row.call),
        asked: input === null ? null : JSON.stringify(input),
      }),
  });
}

const lists = new Map(calls.map((call) => [call.path as string, ofWhat(call)]));

/** The list that a call belongs to, by its path, else its menu. */
const listOfCall = (path: string): string | null => lists.get(path) ?? null;

function ofWhat({ list, access }: Call): string | null {
  if (list !== undefined) return list;
  return typeof access === 'string' ? null : (access[0].split(':')[0] ?? null);
}

/** Filters of a log by account, call and IP address. */
export const narrowLog = (log: 'audit_log' | 'access_log') => ({
  account_name: (rows: Query, name: string) =>
    rows.where(sql`lower(${sql.ref(`${log}.account_name`)})`, '=', name.trim().toLowerCase()),
  call: (rows: Query, path: string) => rows.where(`${log}.call`, 'like', beginning(path)),
  ip: (rows: Query, ip: string) => rows.where(`${log}.ip`, 'like', beginning(ip)),
});
