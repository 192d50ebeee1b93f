import type { GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    device_heartbeat: DeviceHeartbeatTable;
    waiting_act: WaitingEventTable;
  }
}

interface DeviceHeartbeatTable {
  device_key_id: number;
  /** Null if it knows none. */
  state: string | null;
  /** Why it does not work, as it said. */
  reason: string | null;
  queue: number;
  counters: unknown;
  counted: unknown;
  seen_at: Date;
  /** Up to when the reads of the machine are accounted for. */
  counted_until: Date | null;
  /** When it last told of more reads than its line can have made, and of how many. */
  doubted_at: Date | null;
  doubted_reads: number | null;
  /** How far its clock was ahead at the last heartbeat, in milliseconds; null if it does not tell its time. */
  clock_ahead: number | null;
}

interface WaitingEventTable {
  id: GeneratedAlways<number>;
  work_order_id: number;
  device_key_id: number;
  act: unknown;
  batch_key: string;
  lacks: unknown;
  waits_since: Date;
}

export const deviceHeartbeatTable = defineTable('device_heartbeat', {
  rows: { factory: { column: 'device_key_id', of: 'device_key' } },
  placement: 'local',
  auditedThrough: 'own-record',
});

export const waitingEventTable = defineTable('waiting_act', {
  rows: { factory: { column: 'work_order_id', of: 'work_order' } },
  placement: 'local',
  auditedThrough: 'own-record',
});
