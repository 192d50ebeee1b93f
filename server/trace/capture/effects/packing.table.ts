import { defineTable } from '#platform/database/table.ts';
import type { GoodsUnits } from '../../goods.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    packing: PackingTable;
    packing_past: PackingTable & { undone_by: number };
    package: PackageTable;
  }
}

interface PackingTable {
  child: number;
  parent: number;
  packed_by: number;
}

interface PackageTable {
  code: number;
  packed_by: number;
  work_order_id: number | null;
  product_id: number | null;
  lot_id: number | null;
  units: number;
  children: number;
  capacity: number | null;
  level: number;
  complete: boolean;
  seen: boolean;
  /** The contents by product and lot; null unless there is more than one. */
  mixed: readonly GoodsUnits[] | null;
}

export const packingTable = defineTable('packing', {
  rows: 'enterprise',
  place: { distributedBy: 'child' },
  auditedThrough: 'own-record',
});

export const packingPastTable = defineTable('packing_past', {
  rows: 'enterprise',
  place: { distributedBy: 'child' },
  auditedThrough: 'own-record',
});

export const packageTable = defineTable('package', {
  rows: 'enterprise',
  place: { distributedBy: 'code' },
  auditedThrough: 'own-record',
});
