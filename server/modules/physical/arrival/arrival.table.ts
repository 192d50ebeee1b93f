import type { Condition, ScanVerdict } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import { pictureColumns } from '@suyuan/contract/picture.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { FoundSeal } from '../waybill/life/open-count.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    arrival_count: ArrivalCountTable;
    arrival_scan: ArrivalScanTable;
    arrival_difference: ArrivalDifferenceTable;
    delivery_proof: DeliveryProofTable;
  }
}

interface ArrivalCountTable {
  id: GeneratedAlways<number>;
  waybill_id: number;
  begun_by: number;
  begun_at: Generated<Date>;
  completed_by: number | null;
  completed_at: Date | null;
  recounts: Generated<number>;
  seal: FoundSeal | null;
  signed_by: number | null;
  signed_at: Date | null;
}

interface ArrivalScanTable {
  id: GeneratedAlways<number>;
  count_id: number;
  waybill_id: number;
  code: number | null;
  text: string;
  verdict: ScanVerdict;
  other_waybill_id: number | null;
  above: Generated<number[]>;
  inside_of: number | null;
  units: Generated<number>;
  goods: Generated<readonly { line_id: number; product_id: number; lot_id: number; units: number }[]>;
  condition: Generated<Condition>;
  note: string | null;
  pictures: Generated<string[]>;
  sent_key: string | null;
  scanned_by: number;
  scanned_at: Generated<Date>;
}

interface ArrivalDifferenceTable {
  id: GeneratedAlways<number>;
  waybill_id: number;
  kind: 'missing' | 'damaged' | 'over' | 'broken_seal';
  product_id: Generated<number>;
  lot_id: Generated<number>;
  units: number;
  at: Generated<Date>;
}

interface DeliveryProofTable {
  id: GeneratedAlways<number>;
  waybill_id: number;
  receiver: string;
  signature: Buffer | null;
  pictures: Generated<string[]>;
  latitude: number | null;
  longitude: number | null;
  accuracy: number | null;
  note: string | null;
  made_by: number;
  made_at: Generated<Date>;
  withdrawn_by: number | null;
  withdrawn_at: Date | null;
  withdrawal_reason: string | null;
}

const ofWaybill = {
  factory: { column: 'waybill_id', of: 'waybill' },
  dealer: { column: 'waybill_id', of: 'waybill' },
} as const;

export const arrivalCountTable = defineTable('arrival_count', {
  rows: ofWaybill,
  placement: 'local',
  auditedThrough: 'own-record',
  pictures: ["jsonb_array_elements_text(seal -> 'photos')"],
});

export const arrivalScanTable = defineTable('arrival_scan', {
  rows: ofWaybill,
  placement: 'local',
  auditedThrough: 'own-record',
  pictures: pictureColumns.arrival_scan.map((column) => `unnest(${column})`),
});

export const arrivalDifferenceTable = defineTable('arrival_difference', {
  rows: ofWaybill,
  placement: 'local',
  auditedThrough: 'own-record',
});

export const deliveryProofTable = defineTable('delivery_proof', {
  rows: ofWaybill,
  placement: 'local',
  auditedThrough: 'own-record',
  pictures: pictureColumns.delivery_proof.map((column) => `unnest(${column})`),
});
