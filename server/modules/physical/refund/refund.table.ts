import type { InspectionResult, RefundStatus, refund } from '@suyuan/contract/physical/refund.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    refund: RefundTable;
    refund_line: RefundLineTable;
    refund_goods: RefundGoodsTable;
  }
}

interface RefundTable extends Omit<MasterDataColumns, 'status'>, ColumnsOf<typeof refund> {
  status: Generated<RefundStatus>;
  closed_at: Date | null;
  closed_by: number | null;
  created_by: number;
}

interface RefundLineTable {
  id: GeneratedAlways<number>;
  refund_id: number;
  line_no: number;
  product_id: number;
  lot: string | null;
  quantity: number;
}

interface RefundGoodsTable {
  refund_id: number;
  code: number;
  product_id: number;
  lot_id: number;
  units: number;
  waybill_id: number | null;
  from_place_id: number | null;
  cause: RefusalReason | null;
  result: InspectionResult | null;
  result_reason: string | null;
  received_at: Generated<Date>;
  inspected_at: Date | null;
}

/** Dealers see their own returns, factories those to their warehouses. */
export const refundTable = defineTable('refund', {
  rows: {
    factory: [{ column: 'warehouse_id', of: 'warehouse' }],
    dealer: [{ column: 'dealer_id', of: 'dealer' }],
  },
  placement: 'local',
  audit: {
    list: 'refund',
    belongings: `jsonb_build_object('lines', (
      select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'lot', lot, 'quantity', quantity) order by line_no), '[]')
      from refund_line where refund_id = t.id))`,
  },
});

export const refundLineTable = defineTable('refund_line', {
  rows: { factory: { column: 'refund_id', of: 'refund' }, dealer: { column: 'refund_id', of: 'refund' } },
  placement: 'local',
  auditedThrough: ['refund'],
});

export const refundGoodsTable = defineTable('refund_goods', {
  rows: { factory: { column: 'refund_id', of: 'refund' }, dealer: { column: 'refund_id', of: 'refund' } },
  placement: 'local',
  auditedThrough: 'own-record',
});
