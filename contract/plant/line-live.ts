import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, Moment, NoInput, Nullable } from '../thing/fields.ts';
import { machineStates } from './device.ts';

const LiveDevice = Type.Object({
  id: Id(),
  name: Type.String(),
  /** By PackML, as its last heartbeat said; null where there was none. */
  state: Nullable(Type.Enum([...machineStates])),
  /** Acts that it has not sent yet. */
  queue: Type.Integer(),
  /** Of its last call, a heartbeat or another. */
  seen_at: Nullable(Moment()),
});

/** How a line is at this moment. */
export const LineLive = Type.Object({
  /** Of the production line. */
  id: Id(),
  /** running: a device of it executes. standing: one is heard of, and none executes. silent: none for a minute. */
  condition: Type.Enum(['running', 'standing', 'silent', 'none']),
  /** Units whose codes were put on products in the last minute. */
  codes: Type.Integer(),
  queue: Type.Integer(),
  seen_at: Nullable(Moment()),
  devices: Type.Array(LiveDevice),
});
export type LineLive = Type.Static<typeof LineLive>;

export const linesLive = defineCall({
  method: 'GET',
  path: '/api/plant/lines/live',
  access: ['workline'],
  summary: 'How production lines are: running or not, codes in the last minute, what their devices have not sent yet.',
  input: NoInput(),
  output: Type.Array(LineLive),
});
