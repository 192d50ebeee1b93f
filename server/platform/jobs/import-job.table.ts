import type { Generated } from 'kysely';
import type { ImportReport } from '../../../contract/thing/list.ts';
import { defineTable } from '../database/table.ts';

declare module '../database/schema.ts' {
  interface Schema {
    import_job: ImportJobTable;
  }
}

interface ImportJobTable {
  id: string;
  account_id: number;
  total: number;
  done: Generated<number>;
  report: ImportReport | null;
  started_at: Generated<Date>;
  seen_at: Generated<Date>;
}

export const importJobTable = defineTable('import_job', {
  rows: {
    factory: { column: 'account_id', of: 'account' },
    dealer: { column: 'account_id', of: 'account' },
  },
  place: 'local',
  told: 'never',
});
