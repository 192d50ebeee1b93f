import type { LoadingReason, Policy } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import type { WaybillStatus, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    waybill: WaybillTable;
    waybill_line: WaybillLineTable;
    waybill_goods: WaybillGoodsTable;
    waybill_load: WaybillLoadTable;
    loading_rule: LoadingRuleTable;
  }
}

interface WaybillTable extends Omit<MasterDataColumns, 'status'>, ColumnsOf<typeof waybill> {
  status: Generated<WaybillStatus>;
  shipped_at: Date | null;
  shipped_by: number | null;
  short_reason: string | null;
  signed_at: Date | null;
  signed_by: number | null;
  closed_at: Date | null;
  closed_by: number | null;
  close_reason: string | null;
  created_by: number | null;
  made_by_system: string | null;
  shipped_by_system: string | null;
}

interface WaybillLineTable {
  id: GeneratedAlways<number>;
  waybill_id: number;
  line_no: number;
  product_id: number;
  lot: string | null;
  quantity: number;
}

interface WaybillGoodsTable {
  waybill_id: number;
  code: number;
  product_id: number;
  lot_id: number;
  line_id: number;
  units: number;
  received: number;
  returned: number;
  override_reason: string | null;
  loaded_by: number | null;
  loaded_at: Date;
}

interface WaybillLoadTable {
  waybill_id: number;
  line_id: number;
  units: number;
  packages: number;
  received: number;
  returned: number;
}

interface LoadingRuleTable {
  warehouse_id: number;
  reason: LoadingReason;
  policy: Policy;
}

/** What is only planned is the sender's own affair. */
// biome-ignore lint/suspicious/noExplicitAny: the rows of a waybill
const hasBegun = (rows: any) => rows('waybill.status', '<>', 'draft');

/** Sender and recipient see a waybill. A party may only add waybills from its own warehouse. */
export const waybillTable = defineTable('waybill', {
  rows: {
    factory: [
      { column: 'from_warehouse_id', of: 'warehouse' },
      { column: 'to_warehouse_id', of: 'warehouse', when: hasBegun },
      { column: 'to_factory_id', of: 'factory', when: hasBegun },
    ],
    dealer: [
      { column: 'from_warehouse_id', of: 'warehouse' },
      { column: 'to_warehouse_id', of: 'warehouse', when: hasBegun },
      { column: 'to_dealer_id', of: 'dealer', when: hasBegun },
    ],
  },
  placement: 'local',
  naturalKey: { code: 'waybill_no', names: [] },
  audit: {
    list: 'freight',
    belongings: `jsonb_build_object('lines', (
      select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'lot', lot, 'quantity', quantity) order by line_no), '[]')
      from waybill_line where waybill_id = t.id))`,
  },
});

export const waybillLineTable = defineTable('waybill_line', {
  rows: { factory: { column: 'waybill_id', of: 'waybill' }, dealer: { column: 'waybill_id', of: 'waybill' } },
  placement: 'local',
  auditedThrough: ['waybill'],
});

export const waybillGoodsTable = defineTable('waybill_goods', {
  rows: { factory: { column: 'waybill_id', of: 'waybill' }, dealer: { column: 'waybill_id', of: 'waybill' } },
  placement: 'local',
  auditedThrough: 'own-record',
});

export const waybillLoadTable = defineTable('waybill_load', {
  rows: { factory: { column: 'waybill_id', of: 'waybill' }, dealer: { column: 'waybill_id', of: 'waybill' } },
  placement: 'local',
  auditedThrough: 'own-record',
});

export const loadingRuleTable = defineTable('loading_rule', {
  rows: { factory: { column: 'warehouse_id', of: 'warehouse' } },
  placement: 'local',
  auditedThrough: ['warehouse'],
});
