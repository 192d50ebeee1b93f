import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { IdInput, IdOutput, Moment, Nullable } from '../thing/fields.ts';
import { defineList, keyword, type RowOf } from '../thing/thing.ts';
import { moments, readOnly } from '../thing/thing-fields.ts';

/** `failing`: the last attempts failed, and it is tried again. `stopped`: its key is not valid any more. */
export const subscriptionStates = ['active', 'failing', 'paused', 'stopped'] as const;

/** When it is delivered by the clock of the enterprise: numbers and ranges, as `0,[30-45]`. A part that is left out is any. */
const Schedule = Type.Object({
  second: Type.Optional(Type.String()),
  minute: Type.Optional(Type.String()),
  hour: Type.Optional(Type.String()),
  dayOfMonth: Type.Optional(Type.String()),
  month: Type.Optional(Type.String()),
  dayOfWeek: Type.Optional(Type.String()),
});
export type Schedule = Readonly<Type.Static<typeof Schedule>>;

const Withheld = Type.Object({ eventID: Type.Optional(Type.String()), reason: Type.String() });

/** 订阅: what other systems are told of events as they are recorded. */
export const subscription = defineList({
  key: 'subscription',
  table: 'epcis_subscription',
  path: '/api/integration/subscriptions',
  parties: 'nothing',
  calls: { page: { path: '/api/integration/subscriptions/list' } },
  fields: {
    query_name: readOnly(Type.String()),
    /** The name of the key that subscribed. */
    subscriber: readOnly(Type.String()),
    state: readOnly(Type.Enum([...subscriptionStates]), { filter: true }),
    /** The address; null for a WebSocket. */
    dest: readOnly(Nullable(Type.String())),
    /** Empty for a stream. */
    schedule: readOnly(Schedule, { exported: false }),
    last_notified_at: readOnly(Nullable(Moment()), { sort: true }),
    /** How many events the last delivery had. */
    last_events: readOnly(Nullable(Type.Integer())),
    /** The attempts since the last delivery. */
    failures: readOnly(Type.Integer()),
    last_error: readOnly(Nullable(Type.String())),
    next_at: readOnly(Nullable(Moment())),
    /** Everything that was recorded before is delivered. */
    min_record_time: readOnly(Moment()),
    withheld_count: readOnly(Type.Integer()),
    /** The last events that were not sent, since they do not fit the profile of the partner. */
    withheld: readOnly(Type.Array(Withheld), { exported: false }),
    ...moments,
  },
  filters: { ...keyword },
  summaries: { page: 'List subscriptions of other systems to events (paged), with their state.' },
});
export type Subscription = RowOf<typeof subscription>;

const step = (
  verb: 'pause' | 'resume' | 'resend' | 'delete',
  permission: 'subscription:pause' | 'subscription:resend' | 'subscription:delete',
  summary: string,
) =>
  defineCall({
    method: 'POST',
    path: `/api/integration/subscriptions/${verb}`,
    access: [permission],
    parties: 'enterprise',
    summary,
    input: IdInput(),
    output: IdOutput(),
  });

export const subscriptionPause = step(
  'pause',
  'subscription:pause',
  'Pause a subscription: nothing is sent, and what is recorded meanwhile is sent when it is resumed.',
);
export const subscriptionResume = step('resume', 'subscription:pause', 'Resume a paused subscription.');
export const subscriptionResend = step(
  'resend',
  'subscription:resend',
  'Try a failed delivery at once; if the last one succeeded, send again what it had.',
);
export const subscriptionDelete = step('delete', 'subscription:delete', 'End a subscription for good.');
