import Type from 'typebox';
import { alarmKinds } from '../../base/alarm-limits.ts';
import { defineCall } from '../../call/call.ts';
import { Id, Input, Moment, NoInput, Nullable } from '../../thing/fields.ts';
import { machineStates } from '../device/device.ts';
import { stopLosses } from './stop-reason.ts';

/** 产线看板: what a line does now, for the hall and for those who see to several lines. */

/**
 * `running`: a device executes, or units of the work order passed within the last minute. `standing`: neither. `silent`: no sign of life
 * of its devices for a minute. `none`: it has no device that ever told a state, and nothing passes it.
 */
export const boardConditions = ['running', 'standing', 'silent', 'none'] as const;

const BoardAlarm = Type.Object({
  id: Id(),
  kind: Type.Enum([...alarmKinds]),
  value: Type.Integer(),
  limit_value: Type.Integer(),
  raised_at: Moment(),
  acknowledged_at: Nullable(Moment()),
});
export type BoardAlarm = Type.Static<typeof BoardAlarm>;

const BoardStop = Type.Object({
  id: Id(),
  begins_at: Moment(),
  seconds: Type.Integer(),
  goes_on: Type.Boolean(),
  state: Nullable(Type.Enum([...machineStates])),
  device_reason: Nullable(Type.String()),
  reason_id: Nullable(Id()),
  reason_name: Nullable(Type.String()),
  loss: Nullable(Type.Enum([...stopLosses])),
});
export type BoardStop = Type.Static<typeof BoardStop>;

export const BoardLine = Type.Object({
  line_id: Id(),
  line_code: Type.String(),
  line_name: Type.String(),
  factory_name: Type.String(),
  workshop_name: Type.String(),
  condition: Type.Enum([...boardConditions]),
  /** The last sign of life of its devices. */
  seen_at: Nullable(Moment()),
  /** Its devices that nothing was heard of for a minute, those that are silent for longest first. */
  silent_devices: Type.Array(Type.Object({ name: Type.String(), seen_at: Moment() })),
  /** Units a minute. */
  nominal_speed: Nullable(Type.Integer()),
  /** The running work order; the one that was started last, if there are several. */
  order: Nullable(
    Type.Object({
      id: Id(),
      order_no: Type.String(),
      product_id: Id(),
      product_name: Type.String(),
      lot: Nullable(Type.String()),
      team_name: Nullable(Type.String()),
      planned: Type.Integer(),
      made: Type.Integer(),
      rejected: Type.Integer(),
      started_at: Nullable(Moment()),
    }),
  ),
  /** How many work orders run besides. */
  others: Type.Integer(),
  /** Units an hour: made in the last hour, or since the order was first seen if that is shorter; null if nothing was seen yet. */
  rate: Nullable(Type.Integer()),
  /** Events that its devices have not sent. */
  queue: Type.Integer(),
  /** Events taken and refused in the last quarter of an hour. */
  taken: Type.Integer(),
  refused: Type.Integer(),
  /** The last refusals of the last hour, in words, newest first. */
  refusals: Type.Array(Type.Object({ at: Moment(), code: Type.String(), message: Type.String() })),
  alarms: Type.Array(BoardAlarm),
  /** The stop that goes on, and the last ones of the day that have no reason. */
  stops: Type.Array(BoardStop),
});
export type BoardLine = Type.Static<typeof BoardLine>;

const Board = Type.Object({
  /** The time of the server, by which the ages of what it says are told. */
  at: Moment(),
  lines: Type.Array(BoardLine),
});

export const lineBoards = defineCall({
  method: 'GET',
  path: '/api/plant/board/lines',
  access: ['board'],
  summary: 'Get what each line does now: work order, rate, rejects, refusals, stops and alarms.',
  input: NoInput(),
  output: Board,
});

export const lineBoard = defineCall({
  method: 'GET',
  path: '/api/plant/board/line',
  access: ['board'],
  summary: 'Get the same for one line.',
  input: Input({ line_id: Id() }),
  output: Board,
});
