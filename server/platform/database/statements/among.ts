import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Connection } from '../database.ts';
import type { Fragment } from '../driver/sql.ts';

/** Up to so many ids are parameters of their own: one prepared statement for each number of them. */
const few = 8;

/**
 * A comparison of a column with some ids. PostgreSQL plans `= any($1)` anew for every array shorter than the ten elements its generic
 * plan assumes, which takes longer than looking up a few rows: a few ids are parameters of their own, whose plan is reused.
 */
export const among = (sql: Connection, ids: readonly number[]): Fragment => {
  if (ids.length === 1) return sql`= ${ids[0] as number}`;
  return ids.length > 0 && ids.length <= few
    ? sql`in (${ids.map((id, index) => (index === 0 ? sql`${id}` : sql`, ${id}`))})`
    : sql`= any(${ids as number[]}::bigint[])`;
};

// A party's queries may hold no raw list, so this one is built of nodes.
const { eb, fn, val } = expressionBuilder<Record<string, Record<string, string>>, string>();

/** Whether a column has one of some texts, in whatever case. An index on `lower` serves it. */
export const inAnyCase = (column: string | Expression<unknown>, texts: readonly string[]): Expression<SqlBool> =>
  eb(
    fn<string>('lower', [typeof column === 'string' ? eb.ref(column) : column]),
    'in',
    texts.map((text) => fn<string>('lower', [val(text)])),
  );
