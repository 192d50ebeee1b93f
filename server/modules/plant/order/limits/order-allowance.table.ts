import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    order_allowance: OrderAllowanceTable;
  }
}

interface OrderAllowanceTable {
  id: GeneratedAlways<number>;
  work_order_id: number;
  /** Units beyond plan and tolerance. */
  quantity: number;
  reason: string;
  allowed_by: number;
  allowed_at: Generated<Date>;
}

export const orderAllowanceTable = defineTable('order_allowance', {
  rows: { factory: { column: 'work_order_id', of: 'work_order' } },
  placement: 'local',
  audit: { list: 'orderlist' },
});
