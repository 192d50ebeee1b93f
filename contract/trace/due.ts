import type { ExceptionKindName } from './exception.ts';

/** Until when work should be done, in hours after it came up. */

const oneDay = 24;

export const dueWithin = {
  waybill_to_sign: 3 * oneDay,
  return_to_receive: 7 * oneDay,
  return_to_inspect: 3 * oneDay,
  count_to_approve: oneDay,
  warning: 2 * oneDay,
  /** A line stands, or cannot start, while these wait. */
  line_alarm: 1,
  clearance_to_sign: 4,
  stop_without_reason: oneDay,
  shift_to_receive: 12,
  work_order_to_close: 7 * oneDay,
  lot_to_release: 3 * oneDay,
  handover_to_sign: oneDay,
  /** A recall is to be over, or at least looked at again. */
  recall: 7 * oneDay,
} as const;

/** Exceptions: a truck that waits for its waybill within hours, what is wrong in the figures within days. */
export const exceptionDueWithin = {
  wms_message: 4,
  never_packed: 8,
  overproduction: 8,
  reused_key: 8,
  late_act: oneDay,
  wrong_product: oneDay,
  seen_after_destroyed: oneDay,
  repeated_code: 2 * oneDay,
  two_orders: 2 * oneDay,
  printed_twice: 2 * oneDay,
  refused_scan: oneDay,
  epcis_event: oneDay,
  shipment_difference: 2 * oneDay,
  wrong_return: 3 * oneDay,
} as const satisfies Readonly<Record<ExceptionKindName, number>>;
