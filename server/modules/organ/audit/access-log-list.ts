import { accessLog } from '@suyuan/contract/organ/access-log.ts';
import { ksql } from '#platform/database/schema.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import type { Services } from '#platform/services.ts';
import { narrowLog } from './narrow-log.ts';
import { listOfCall } from './of-what.ts';

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
