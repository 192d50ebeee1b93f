import type { GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    work_order_closing: WorkOrderClosingTable;
  }
}

interface WorkOrderClosingTable {
  id: GeneratedAlways<number>;
  work_order_id: number;
  /** The reconciliation as it was signed. */
  figures: unknown;
  closed_by: number;
  closed_at: Date;
  close_reason: string | null;
  reopened_by: number | null;
  reopened_at: Date | null;
  reopen_reason: string | null;
}

export const workOrderClosingTable = defineTable('work_order_closing', {
  rows: { factory: { column: 'work_order_id', of: 'work_order' } },
  placement: 'local',
  audit: { list: 'orderlist' },
});
