import Type from 'typebox';
import { Nullable } from '../thing/fields.ts';

/** Why a code, package or line was refused. The text, with what to do, is `refusal.act.<reason>`. */
export const refusalReasons = [
  'unknown_code',
  'foreign_code',
  'wrong_level',
  'wrong_product',
  'wrong_lot',
  'packed_elsewhere',
  'contains_itself',
  'over_capacity',
  'incomplete',
  'partly_loaded',
  'closed',
  'destroyed',
  'sampled',
  'inactive',
  'on_hold',
  'not_on_hold',
  'not_released',
  'not_here',
  'not_ordered',
  'over_quantity',
  'shipped_already',
  'not_shipped',
  'not_packed',
  'not_commissioned',
  'commissioned_already',
  'sold_to_another',
  'repeated_line',
  'in_named_package',
  'time_in_future',
  'time_too_early',
  'before_last_act',
  'unknown_order',
  'order_not_running',
  'order_closed',
  'bad_check_character',
  'formula_in_cell',
  'shortened_number',
  'malformed_line',
  'malformed_message',
  'spoilt_package',
  'loaded_already',
  'waybill_not_open',
  'not_on_waybill',
  'other_quantity',
  'older_first',
  'expired',
  'returned_already',
  'not_returned',
  'unknown_waybill',
  'unknown_document',
  'return_closed',
  'not_under_way',
  'unknown_receiver',
  'unknown_product',
  'other_receiver',
  'other_lines',
  'nothing_loaded',
  'under_quantity',
  'later_acts',
  'not_a_set',
  'packed_already',
  'not_declared',
  'key_reused',
  'beyond_plan',
  'leased_elsewhere',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** The most refusals of one act that are told: an act that has more is looked at no further. */
export const mostRefusals = 100;

/** A code that was refused. */
export const ActRefusal = Type.Object({
  /** The code as sent. */
  code: Type.String(),
  reason: Type.Enum([...refusalReasons]),
  /** In the language of the caller, with what to do. */
  message: Type.String(),
  /** What it conflicts with: the package around it, or its lot. */
  conflict: Nullable(Type.String()),
  /** Whether it is accepted if a reason is given. */
  overridable: Type.Optional(Type.Boolean()),
});
export type ActRefusal = Type.Static<typeof ActRefusal>;
