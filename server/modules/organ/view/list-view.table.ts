import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    list_view: ListViewTable;
  }
}

interface ListViewTable {
  id: GeneratedAlways<number>;
  list: string;
  view_name: string;
  /** Null if it is for everybody of the enterprise. */
  account_id: number | null;
  query: string;
  /** As JSON. */
  columns: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const listViewTable = defineTable('list_view', {
  // Filters of the enterprise may contain names that partners must not see.
  rows: {
    factory: { column: 'account_id', of: 'account' },
    dealer: { column: 'account_id', of: 'account' },
  },
  placement: 'local',
  audit: { list: 'listview' },
  // Deleted with the account that made them.
  auditedThrough: ['list_view', 'account'],
});
