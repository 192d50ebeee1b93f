import Type from 'typebox';
import { Id, Moment, Nullable } from '../thing/fields.ts';
import { errorReasons } from './error-declaration.ts';

/** How many of the codes that an act names are told with it: it may name thousands. */
export const codesTold = 4;

/** A line of the history of acts. */
export const ActRow = Type.Object({
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
  /** The first of those that it names, packages before what lies in them. */
  codes: Type.Array(Type.String(), { maxItems: codesTold }),
  /** How many it names. */
  code_count: Type.Integer(),
  reason: Nullable(Type.String()),
  /** The person who did it; none where a device did. */
  account_id: Nullable(Id()),
  by: Nullable(Type.String()),
  /** It was declared wrong since. */
  corrected: Type.Boolean(),
  /** The act that this one declares wrong, and why. */
  corrects: Nullable(Id()),
  error_reason: Nullable(Type.Enum([...errorReasons])),
});
export type ActRow = Type.Static<typeof ActRow>;
