import type { AlarmKind } from '@suyuan/contract/base/alarm-limits.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    line_minute: LineMinuteTable;
    line_alarm: LineAlarmTable;
  }
}

const ofLine = { factory: { column: 'line_id', of: 'production_line' } } as const;

interface LineMinuteTable {
  line_id: number;
  minute: Date;
  work_order_id: number | null;
  /** Units made of that work order so far, and events not sent yet by the devices. */
  made: number | null;
  queue: number | null;
  taken: Generated<number>;
  refused: Generated<number>;
  /** The last of these refusals. */
  refusals: Generated<unknown>;
}

export const lineMinuteTable = defineTable('line_minute', {
  rows: ofLine,
  placement: 'local',
  auditedThrough: 'own-record',
});

interface LineAlarmTable {
  id: GeneratedAlways<number>;
  line_id: number;
  work_order_id: number | null;
  kind: AlarmKind;
  /** What it was when it was raised, and the limit: minutes, events, or per cent. */
  value: number;
  limit_value: number;
  raised_at: Generated<Date>;
  cleared_at: Date | null;
  acknowledged_by: number | null;
  acknowledged_at: Date | null;
  note: string | null;
}

export const lineAlarmTable = defineTable('line_alarm', {
  rows: ofLine,
  placement: 'local',
  audit: { list: 'linealarm' },
});
