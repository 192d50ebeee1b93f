import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { Day, Id, IdOutput, Input, Moment, Nullable, Text } from '../../thing/fields.ts';
import { names } from '../../thing/referred.ts';
import { defineList, keyword, type RowOf } from '../../thing/thing.ts';
import { periodIn, readOnly, takenBy } from '../../thing/thing-fields.ts';
import { machineStates } from '../device/device.ts';
import { stopLosses } from './stop-reason.ts';

/** 停机: the stops of lines of more than a minute while a work order was to be made on them. */

/** Non-production of up to so many seconds is no stop. */
export const shortestStop = 60;

export const stopSources = ['states', 'acts', 'silent'] as const;
export type StopSource = (typeof stopSources)[number];

/** `going_on`: the line stands; `void`: it ran after all, as events told that came late. */
export const stopStatuses = ['going_on', 'over', 'void'] as const;

export const lineStop = defineList({
  key: 'stop',
  table: 'line_stop',
  path: '/api/plant/stops',
  fields: {
    begins_at: readOnly(Moment(), { sort: true }),
    /** Of a stop that goes on, until when that is known. */
    ends_at: readOnly(Moment(), { sort: true }),
    seconds: readOnly(Type.Integer(), { sort: true }),
    stop_status: readOnly(Type.Enum([...stopStatuses]), { filter: true }),
    line_id: readOnly(Id(), { filter: true, exported: false }),
    line_name: readOnly(Nullable(Type.String()), names('line', 'line_id')),
    factory_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    work_order_id: readOnly(Id(), { filter: true, exported: false }),
    work_order_no: readOnly(Nullable(Type.String()), names('work_order', 'work_order_id')),
    product_name: readOnly(Nullable(Type.String())),
    /** The day on which the shift began. */
    shift_day: readOnly(Day(), { sort: true }),
    team_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    team_name: readOnly(Nullable(Type.String()), names('team', 'team_id')),
    source: readOnly(Type.Enum([...stopSources]), { filter: true }),
    state: readOnly(Nullable(Type.Enum([...machineStates]))),
    /** What the device gave as the reason. */
    device_reason: readOnly(Nullable(Type.String())),
    reason_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    reason_name: readOnly(Nullable(Type.String())),
    loss: readOnly(Nullable(Type.Enum([...stopLosses])), { filter: Type.Enum([...stopLosses]) }),
    reason_from: readOnly(Nullable(Type.Enum(['person', 'device']))),
    note: readOnly(Nullable(Type.String())),
    ...takenBy('given'),
    updated_at: readOnly(Moment(), { exported: false }),
    period: periodIn('begins_at'),
  },
  filters: {
    ...keyword,
    /** Whether it has a reason. */
    has_reason: Type.Optional(Type.Boolean()),
    /** The first and the last day on which shifts began. */
    shift_from: Type.Optional(Day()),
    shift_to: Type.Optional(Day()),
    /** The list of a board: those that go on, and those without a reason. */
    product_id: Type.Optional(Id()),
  },
  chosenOn: ['board'],
  summaries: { page: 'List stops of lines (paged), newest first.' },
});
export type LineStop = RowOf<typeof lineStop>;

/** The most stops that are given a reason at once. */
export const maxReasoned = 200;

export const stopGiveReason = defineCall({
  method: 'POST',
  path: '/api/plant/stops/reason',
  access: ['stop:reason'],
  summary:
    'Give stops a reason, another one, or with `reason_id` null none. If `updated_at` of a single stop is sent and ' +
    'outdated, the call is refused (409). The audit log keeps what there was before.',
  input: Input({
    ids: Type.Array(Id(), { minItems: 1, maxItems: maxReasoned, uniqueItems: true }),
    reason_id: Nullable(Id()),
    note: Type.Optional(Nullable(Text(512))),
    updated_at: Type.Optional(Moment()),
  }),
  output: Type.Object({ stops: Type.Integer() }),
});

export const stopSplit = defineCall({
  method: 'POST',
  path: '/api/plant/stops/split',
  access: ['stop:reason'],
  summary: 'Split a stop at a moment within it. Both parts have its reason until another one is given.',
  input: Input({ id: Id(), at: Moment() }),
  output: Type.Object({ ...IdOutput().properties, second: Id() }),
});

export const stopMerge = defineCall({
  method: 'POST',
  path: '/api/plant/stops/merge',
  access: ['stop:reason'],
  summary:
    'Merge a stop with the one before it, which it was split from: the line did not run between them. Takes the ' +
    'reason of the longer one.',
  input: Input({ id: Id() }),
  output: IdOutput(),
});
