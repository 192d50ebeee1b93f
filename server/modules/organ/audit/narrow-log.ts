import { sql } from 'kysely';
import type { Query } from '#platform/lists/declared-list.ts';
import { beginning } from '#platform/lists/list.ts';

/** Filters of a log by account, call and IP address. */
export const narrowLog = (log: 'audit_log' | 'access_log') => ({
  account_name: (rows: Query, name: string) =>
    rows.where(sql`lower(${sql.ref(`${log}.account_name`)})`, '=', name.trim().toLowerCase()),
  call: (rows: Query, path: string) => rows.where(`${log}.call`, 'like', beginning(path)),
  ip: (rows: Query, ip: string) => rows.where(`${log}.ip`, 'like', beginning(ip)),
});
