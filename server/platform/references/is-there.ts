import type { Change } from '../audit/audit-log.ts';
import type { NumberedTable } from '../database/table.ts';

/** Whether a referenced row exists and the caller may see it. Queried once in a change. */
export const isThere = (change: Change, table: NumberedTable, id: number): Promise<boolean> =>
  change.once(nameOf(table, id), async () => {
    const { db } = change;
    const rows = db.selectFrom(db.dynamic.table(table).as('row')).select('row.id').where('row.id', '=', id);
    return (await rows.executeTakeFirst()) !== undefined;
  });

/** Notes rows that were just read, so that `isThere` need not query them. */
export function seen(change: Change, table: NumberedTable, ids: readonly number[]): void {
  for (const id of ids) void change.once(nameOf(table, id), async () => true);
}

const nameOf = (table: NumberedTable, id: number): string => `${table} ${id}`;
