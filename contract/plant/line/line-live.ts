import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { Id, Moment, NoInput, Nullable } from '../../thing/fields.ts';
import { machineStates } from '../device/device.ts';

const LiveDevice = Type.Object({
  id: Id(),
  name: Type.String(),
  /** No heartbeat for a minute, though there was one: its state and queue are those of that time. */
  silent: Type.Boolean(),
  /** The PackML state of the latest heartbeat; null if there was none. */
  state: Nullable(Type.Enum([...machineStates])),
  /** Events in the queue of the device that are not sent yet. */
  queue: Type.Integer(),
  /** The time of its latest call, heartbeat or other. */
  seen_at: Nullable(Moment()),
  /** How many seconds its clock was ahead at the latest heartbeat; null if it does not tell its time. */
  clock_ahead: Nullable(Type.Integer()),
  /** The clock is off by so much that people are told: events with a wrong time are refused, or counted on another day. */
  clock_wrong: Type.Boolean(),
  /** The last counters, within a day, that the line cannot have reached since those before; they were not counted. */
  doubted: Nullable(Type.Object({ at: Moment(), reads: Type.Integer() })),
});

/** The current condition of a production line. */
export const LineLive = Type.Object({
  id: Id(),
  /**
   * `running`: a device executes. `standing`: devices send heartbeats, but none executes. `silent`: no heartbeat for a minute.
   * `none`: there was never one.
   */
  condition: Type.Enum(['running', 'standing', 'silent', 'none']),
  /** Units bound in the last minute. */
  codes: Type.Integer(),
  /** Events not sent yet by the devices that are heard of. */
  queue: Type.Integer(),
  seen_at: Nullable(Moment()),
  devices: Type.Array(LiveDevice),
});
export type LineLive = Type.Static<typeof LineLive>;

export const linesLive = defineCall({
  method: 'GET',
  path: '/api/plant/lines/live',
  access: ['workline'],
  summary:
    'Get the live state of production lines: running or not, codes in the last minute, and what their devices have not ' +
    'sent yet.',
  input: NoInput(),
  output: Type.Array(LineLive),
});
