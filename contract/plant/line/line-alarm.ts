import Type from 'typebox';
import { alarmKinds } from '../../base/alarm-limits.ts';
import { defineCall } from '../../call/call.ts';
import { Id, IdOutput, Input, Moment, Nullable, Text } from '../../thing/fields.ts';
import { names } from '../../thing/referred.ts';
import { defineList, type RowOf } from '../../thing/thing.ts';
import { periodIn, readOnly, takenBy } from '../../thing/thing-fields.ts';

/** Alarms of lines: each is raised once, and clears when its limit is kept again. */

export const alarmStatuses = ['raised', 'acknowledged', 'cleared'] as const;

export const lineAlarm = defineList({
  key: 'board',
  list: 'linealarm',
  table: 'line_alarm',
  path: '/api/plant/linealarms',
  fields: {
    kind: readOnly(Type.Enum([...alarmKinds]), { filter: true }),
    alarm_status: readOnly(Type.Enum([...alarmStatuses]), { filter: true }),
    line_id: readOnly(Id(), { filter: true, exported: false }),
    line_name: readOnly(Nullable(Type.String()), names('line', 'line_id')),
    factory_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    work_order_id: readOnly(Nullable(Id()), { exported: false }),
    work_order_no: readOnly(Nullable(Type.String()), names('work_order', 'work_order_id')),
    /** What it was when the alarm was raised, and the limit: minutes, events, or per cent. */
    value: readOnly(Type.Integer()),
    limit_value: readOnly(Type.Integer()),
    raised_at: readOnly(Moment(), { sort: true }),
    cleared_at: readOnly(Nullable(Moment()), { sort: true }),
    ...takenBy('acknowledged'),
    note: readOnly(Nullable(Type.String())),
    period: periodIn('raised_at'),
  },
  filters: { /** Neither cleared nor acknowledged. */ waits: Type.Optional(Type.Boolean()) },
  summaries: { page: 'List alarms of lines (paged), newest first.' },
});
export type LineAlarm = RowOf<typeof lineAlarm>;

export const alarmAcknowledge = defineCall({
  method: 'POST',
  path: '/api/plant/linealarms/acknowledge',
  access: ['board:acknowledge'],
  summary: 'Acknowledge an alarm: somebody sees to it. With `acknowledged` false, take that back.',
  input: Input({ id: Id(), acknowledged: Type.Boolean(), note: Type.Optional(Nullable(Text(512))) }),
  output: IdOutput(),
});
