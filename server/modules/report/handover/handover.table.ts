import type { handoverStatuses } from '@suyuan/contract/report/handover.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    handover: HandoverTable;
    handover_package: HandoverPackageTable;
  }
}

interface HandoverTable {
  id: GeneratedAlways<number>;
  handover_no: string;
  status: Generated<(typeof handoverStatuses)[number]>;
  work_order_id: number;
  warehouse_id: number | null;
  packages: number;
  remainders: number;
  units: number;
  remark: string | null;
  handed_by: number | null;
  handed_name: string | null;
  handed_at: Date | null;
  received_by: number | null;
  received_name: string | null;
  received_at: Date | null;
  counted: number | null;
  difference_reason: string | null;
  withdrawn_by: number | null;
  withdrawn_name: string | null;
  withdrawn_at: Date | null;
  withdrawal_reason: string | null;
  created_by: number;
  created_name: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface HandoverPackageTable {
  handover_id: number;
  code: number;
  level: number;
  units: number;
  complete: boolean;
  stored: Generated<boolean>;
  off: Generated<boolean>;
}

export const handoverTable = defineTable('handover', {
  rows: { factory: { column: 'work_order_id', of: 'work_order' } },
  placement: 'local',
  audit: { list: 'connect' },
});

export const handoverPackageTable = defineTable('handover_package', {
  rows: { factory: { column: 'handover_id', of: 'handover' } },
  placement: 'local',
  auditedThrough: ['handover'],
});
