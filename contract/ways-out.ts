import type { Call } from './call/call.ts';
import { declareWrong } from './inspect/information-inquiry.ts';
import { recallRelease } from './inspect/recall/recall.ts';
import { minderlieferung } from './physical/amendment.ts';
import { inspectReturn, receiveReturn, refund } from './physical/refund.ts';
import { load, ship, unload, waybill } from './physical/waybill/waybill.ts';
import { deviceLeaseReturn } from './plant/device/device.ts';
import { lotRelease } from './plant/lot/lot-release.ts';
import { workOrderAllow, workOrderStart } from './plant/order/work-order.ts';
import { pack, repack, unpack } from './plant/packing/packing.ts';
import type { RefusalReason } from './trace/refusal.ts';

/**
 * What the sentence of a refusal advises:
 * `another`: the same again with another code, or without this one.
 * `corrected`: the same again with what it says about the goods corrected: a time, a quantity, a number, a reason, a line.
 * `first`: these calls first, then the same again, which is taken.
 * `instead`: these calls instead.
 */
export type WayOut =
  | { readonly next: 'another' | 'corrected' }
  | { readonly next: 'first' | 'instead'; readonly calls: readonly Call[] };

const another = { next: 'another' } as const;
const corrected = { next: 'corrected' } as const;
const first = (...calls: readonly Call[]) => ({ next: 'first', calls }) as const;
const instead = (...calls: readonly Call[]) => ({ next: 'instead', calls }) as const;

/**
 * The way out of every refusal, which its text `refusal.event.<reason>` puts into words. A test brings each of them about, and goes
 * the way: a reason without one does not compile.
 */
export const waysOut: Readonly<Record<RefusalReason, WayOut>> = {
  unknown_code: another,
  foreign_code: another,
  wrong_level: another,
  other_level: another,
  level_skipped: another,
  not_a_package: another,
  not_a_unit: instead(pack),
  has_contents: first(unpack),
  wrong_product: another,
  other_product: another,
  wrong_lot: another,
  packed_elsewhere: first(unpack),
  contains_itself: another,
  over_capacity: corrected,
  incomplete: corrected,
  empty_package: first(pack),
  remainder_refused: corrected,
  set_differs: instead(pack),
  partly_loaded: first(unload),
  not_put_back: instead(pack),
  closed: another,
  destroyed: another,
  sampled: another,
  inactive: another,
  on_hold: first(recallRelease),
  not_on_hold: another,
  not_released: first(lotRelease),
  not_here: another,
  other_warehouse: instead(waybill.add),
  not_ordered: instead(waybill.add),
  over_quantity: instead(waybill.add),
  shipped_already: first(minderlieferung),
  not_shipped: instead(inspectReturn),
  not_packed: another,
  not_marked: another,
  not_commissioned: first(pack),
  commissioned_already: another,
  sold_to_another: instead(inspectReturn),
  repeated_line: another,
  in_named_package: another,
  time_in_future: corrected,
  before_last_act: corrected,
  unknown_order: corrected,
  order_not_running: first(workOrderStart),
  order_closed: instead(unpack),
  time_too_early: corrected,
  bad_check_character: another,
  wrong_gtin: another,
  contradictory_code: another,
  malformed_code: another,
  product_code_only: another,
  error_in_cell: corrected,
  formula_in_cell: corrected,
  shortened_number: corrected,
  malformed_line: corrected,
  malformed_message: corrected,
  spoilt_package: corrected,
  loaded_already: first(unload),
  waybill_not_open: instead(waybill.add),
  not_on_waybill: another,
  other_quantity: another,
  older_first: corrected,
  expired: another,
  short_life: another,
  rejected: instead(pack),
  returned_already: first(inspectReturn),
  not_returned: first(receiveReturn),
  unknown_waybill: corrected,
  unknown_document: corrected,
  return_closed: instead(refund.add),
  not_under_way: first(ship),
  unknown_receiver: corrected,
  unknown_product: corrected,
  other_receiver: corrected,
  other_lines: corrected,
  nothing_loaded: first(load),
  under_quantity: corrected,
  later_acts: first(declareWrong),
  not_a_set: another,
  packed_already: instead(pack),
  not_declared: instead(pack),
  packed_by_another: instead(repack),
  several_codes: another,
  key_reused: corrected,
  beyond_plan: first(workOrderAllow),
  leased_elsewhere: first(deviceLeaseReturn),
};
