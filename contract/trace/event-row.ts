import Type from 'typebox';
import { Id, Moment, Nullable } from '../thing/fields.ts';
import { errorReasons } from './error-declaration.ts';

/** The maximum number of codes in a row of the history; an event can have thousands. */
export const codesTold = 4;

/** A row in the history of events. */
export const EventRow = Type.Object({
  id: Id(),
  act: Type.String(),
  event_time: Moment(),
  recorded_at: Moment(),
  work_order_id: Nullable(Id()),
  order_no: Nullable(Type.String()),
  waybill_id: Nullable(Id()),
  waybill_no: Nullable(Type.String()),
  product_id: Nullable(Id()),
  product_name: Nullable(Type.String()),
  lot: Nullable(Type.String()),
  /** The first of the event's codes, packages before their contents. */
  codes: Type.Array(Type.String(), { maxItems: codesTold }),
  /** The number of all codes of the event. */
  code_count: Type.Integer(),
  reason: Nullable(Type.String()),
  /** How often the label of its code had been printed again by then; null for other events. */
  reprint: Nullable(Type.Integer()),
  /** The person who did it; null if it was a device. */
  account_id: Nullable(Id()),
  by: Nullable(Type.String()),
  /** The device or system for which the person did it, by retrying what it had sent. */
  for_device: Nullable(Type.String()),
  /** Whether it was declared wrong later. */
  corrected: Type.Boolean(),
  /** The event that this one declares wrong, and the reason. */
  corrects: Nullable(Id()),
  error_reason: Nullable(Type.Enum([...errorReasons])),
});
export type EventRow = Type.Static<typeof EventRow>;
