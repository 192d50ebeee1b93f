import type { WorkOrderStatus, workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { KeptValues } from '#platform/extension/extension-values.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    work_order: WorkOrderTable;
    code_lease: CodeLeaseTable;
    lease_return: LeaseReturnTable;
  }
}

interface WorkOrderTable extends Omit<MasterDataColumns, 'status'>, Omit<ColumnsOf<typeof workOrder>, 'extension'> {
  /** Values of extension fields by the field's code. */
  extension: Generated<KeptValues>;
  status: Generated<WorkOrderStatus>;
  factory_id: number | null;
  lot_id: number | null;
  hierarchy_version: number | null;
  released_at: Date | null;
  started_at: Date | null;
  held_at: Date | null;
  finished_at: Date | null;
  finished_by: number | null;
  closed_at: Date | null;
  closed_by: number | null;
  close_reason: string | null;
  beside_reason: string | null;
  created_by: number;
}

interface CodeLeaseTable {
  id: GeneratedAlways<number>;
  work_order_id: number;
  code_order_id: number;
  level: number;
  first_id: number;
  last_id: number;
  device_key_id: number | null;
  leased_at: Generated<Date>;
  returned: Generated<number>;
}

/** What a person returned of a lease in place of its device. */
interface LeaseReturnTable {
  id: GeneratedAlways<number>;
  lease_id: number;
  work_order_id: number;
  codes: number;
  reason: string;
  returned_by: number;
  returned_at: Generated<Date>;
}

export const workOrderTable = defineTable('work_order', {
  rows: { factory: 'factory_id' },
  placement: 'local',
  naturalKey: { code: 'order_no', names: [] },
  audit: { list: 'orderlist' },
  pictures: ['(jsonb_each_text(extension)).value'],
});

export const codeLeaseTable = defineTable('code_lease', {
  rows: { factory: { column: 'work_order_id', of: 'work_order' } },
  placement: 'local',
  auditedThrough: 'own-record',
});

export const leaseReturnTable = defineTable('lease_return', {
  rows: { factory: { column: 'work_order_id', of: 'work_order' } },
  placement: 'local',
  audit: { list: 'clearance' },
});
