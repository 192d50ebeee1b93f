import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';

/** All of these conditions; true if there are none. */
export const allOf = (sql: Connection, conditions: readonly Fragment[]): Fragment =>
  conditions.length === 0
    ? sql`true`
    : sql`${conditions.map((one, at) => (at === 0 ? sql`(${one})` : sql` and (${one})`))}`;
