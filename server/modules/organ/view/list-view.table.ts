import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../../../platform/database/table.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    list_view: ListViewTable;
  }
}

interface ListViewTable {
  id: GeneratedAlways<number>;
  list: string;
  view_name: string;
  /** None where it is for everybody of the enterprise. */
  account_id: number | null;
  query: string;
  /** As JSON. */
  columns: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const listViewTable = defineTable('list_view', {
  // What an enterprise's filters name is not for its partners to see.
  rows: {
    factory: { column: 'account_id', of: 'account' },
    dealer: { column: 'account_id', of: 'account' },
  },
  place: 'local',
  audit: { list: 'listview' },
  // They go with the account that made them.
  told: ['list_view', 'account'],
});
