import type { StopSource } from '@suyuan/contract/plant/line/line-stop.ts';
import type { stopReason } from '@suyuan/contract/plant/line/stop-reason.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    stop_reason: StopReasonTable;
    line_stop: LineStopTable;
    line_period: LinePeriodTable;
    order_run: OrderRunTable;
    act_span: ActSpanTable;
    act_reading: ActReadingTable;
    line_progress: LineProgressTable;
  }
}

interface StopReasonTable extends ColumnsOf<typeof stopReason> {
  id: GeneratedAlways<number>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const stopReasonTable = defineTable('stop_reason', {
  rows: 'everyone',
  placement: 'reference',
  naturalKey: { code: 'reason_code', names: ['reason_name'] },
  audit: { list: 'stopreason' },
});

interface LineStopTable {
  id: GeneratedAlways<number>;
  line_id: number;
  work_order_id: number;
  /** 0 if no team is known. */
  team_id: number;
  shift_day: string;
  begins_at: Date;
  /** Of a stop that goes on, until when that is known. */
  ends_at: Date;
  goes_on: boolean;
  source: StopSource;
  state: string | null;
  device_reason: string | null;
  reason_id: number | null;
  reason_from: 'person' | 'device' | null;
  note: string | null;
  given_by: number | null;
  given_at: Date | null;
  /** Since when it counts no more: the line ran after all. */
  void_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

const ofLine = { factory: { column: 'line_id', of: 'production_line' } } as const;

export const lineStopTable = defineTable('line_stop', { rows: ofLine, placement: 'local', audit: { list: 'stop' } });

interface LinePeriodTable {
  line_id: number;
  begins_at: Date;
  ends_at: Date;
  work_order_id: number;
  team_id: number;
  shift_day: string;
  running_seconds: number;
  /** Stops of a minute and less. */
  short_seconds: number;
  /** Units a minute. */
  nominal_speed: number | null;
}

export const linePeriodTable = defineTable('line_period', {
  rows: ofLine,
  placement: 'local',
  auditedThrough: 'own-record',
});

interface OrderRunTable {
  id: GeneratedAlways<number>;
  work_order_id: number;
  line_id: number;
  begins_at: Date;
  ends_at: Date | null;
}

export const orderRunTable = defineTable('order_run', {
  rows: ofLine,
  placement: 'local',
  auditedThrough: 'own-record',
});

interface ActSpanTable {
  id: GeneratedAlways<number>;
  work_order_id: number;
  begins_at: Date;
  ends_at: Date;
}

export const actSpanTable = defineTable('act_span', {
  rows: { factory: { column: 'work_order_id', of: 'work_order' } },
  placement: 'local',
  auditedThrough: 'own-record',
});

interface ActReadingTable {
  id: number;
  read_until: Date;
}

export const actReadingTable = defineTable('act_reading', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});

interface LineProgressTable {
  line_id: number;
  derived_until: Date | null;
  dirty_from: Date | null;
}

export const lineProgressTable = defineTable('line_progress', {
  rows: ofLine,
  placement: 'local',
  auditedThrough: 'own-record',
});
