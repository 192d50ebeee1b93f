import type { ErrorReason } from '@suyuan/contract/trace/error-declaration.ts';
import type { Amendment } from '@suyuan/contract/trace/event-list.ts';
import { type EventType, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { GoodsUnits } from '../goods.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    trace_event: TraceEventTable;
    event_code: EventCodeTable;
    act_batch: EventBatchTable;
    capture_commit: CaptureCommitTable;
  }
}

interface TraceEventTable {
  id: GeneratedAlways<number>;
  act: number;
  event_time: Date;
  utc_offset: number;
  recorded_at: Generated<Date>;
  place_id: number | null;
  read_point_id: number | null;
  work_order_id: number | null;
  waybill_id: number | null;
  off_waybill: Generated<boolean>;
  /** The correction of a waybill that it is part of. */
  amendment: Amendment | null;
  /** The return that it was done for. */
  refund_id: number | null;
  product_id: number | null;
  lot_id: number | null;
  account_id: number | null;
  device_key_id: number | null;
  batch_key: string | null;
  job_id: string | null;
  reason: string | null;
  corrects: number | null;
  error_reason: ErrorReason | null;
  /** The first codes that it names, packages before what lies in them. */
  codes: Generated<readonly number[]>;
  /** How many it names. */
  code_count: Generated<number>;
  /** All of them, if they are more than `codes` has and not very many. */
  all_codes: Generated<readonly number[] | null>;
}

interface EventCodeTable {
  code: number;
  event_id: number;
  event_time: Date;
  place_id: number | null;
  units: number;
  act: number;
  naming: number;
}

interface EventBatchTable {
  source: string;
  /** The path of the call that the key was sent by; empty in rows of versions that did not distinguish calls. */
  call: Generated<string>;
  batch_key: string;
  /** A hash of what the key stands for; null in rows of versions that kept none. */
  fingerprint: Buffer | null;
  answer: unknown;
  taken_at: Generated<Date>;
}

/** Events of production: whoever made the goods takes part in them. Where goods went afterwards concerns others. */
export const making = (
  ['bind', 'pack', 'unpack', 'replace', 'scrap', 'sample', 'reject', 'print', 'store'] as const satisfies EventType[]
).map((eventType) => eventTypes[eventType].no);

/** The events that a party took part in, by its documents, people and devices. */
const takingPart = [
  { column: 'waybill_id', of: 'waybill' },
  { column: 'refund_id', of: 'refund' },
  { column: 'account_id', of: 'account' },
  { column: 'device_key_id', of: 'device_key' },
] as const;

/** The record of what happened. Only `Capture` inserts rows; nothing updates or deletes them. */
export const traceEventTable = defineTable('trace_event', {
  rows: {
    factory: [
      ...takingPart,
      {
        column: 'work_order_id',
        of: 'work_order',
        when: (rows) => rows.and([rows('trace_event.waybill_id', 'is', null), rows('trace_event.act', 'in', making)]),
      },
    ],
    dealer: takingPart,
  },
  placement: 'local',
  auditedThrough: 'own-record',
});

export const eventCodeTable = defineTable('event_code', {
  rows: 'enterprise',
  placement: { distributedBy: 'code' },
  auditedThrough: 'own-record',
});

export const eventBatchTable = defineTable('act_batch', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});

/** What a transaction that captured events has changed (`commits.ts`). */
interface CaptureCommitTable {
  seq: GeneratedAlways<number>;
  everything: Generated<boolean>;
  codes: Generated<string>;
  waiting_orders: Generated<readonly number[]>;
  committed_at: Generated<Date>;
}

export const captureCommitTable = defineTable('capture_commit', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
  leftOutOfBackups: true,
});

declare module '#platform/database/schema.ts' {
  interface Schema {
    event_range: EventRangeTable;
  }
}

interface EventRangeTable {
  event_id: number;
  first_id: number;
  last_id: number;
}

export const eventRangeTable = defineTable('event_range', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});

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
  placement: { distributedBy: 'child' },
  auditedThrough: 'own-record',
});

export const packingPastTable = defineTable('packing_past', {
  rows: 'enterprise',
  placement: { distributedBy: 'child' },
  auditedThrough: 'own-record',
});

export const packageTable = defineTable('package', {
  rows: 'enterprise',
  placement: { distributedBy: 'code' },
  auditedThrough: 'own-record',
});

declare module '#platform/database/schema.ts' {
  interface Schema {
    printed_codes: PrintedCodesTable;
  }
}

interface PrintedCodesTable {
  event_id: number;
  first_id: number;
  last_id: number;
}

export const printedCodesTable = defineTable('printed_codes', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});
