import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { Id, IdInput, Input, Nullable } from '../../thing/fields.ts';
import type { RefusalReason } from '../../trace/refusal.ts';

/** Reasons against loading goods for which a warehouse may set its own policy. */
export const loadingReasons = [
  'not_here',
  'not_ordered',
  'over_quantity',
  'not_released',
  'expired',
  'short_life',
  'on_hold',
  'incomplete',
  'packed_elsewhere',
  'older_first',
] as const satisfies readonly RefusalReason[];
export type LoadingReason = (typeof loadingReasons)[number];

/** `warn`: the goods are loaded if somebody gives a reason. */
export const policies = ['refuse', 'warn', 'allow'] as const;
export type Policy = (typeof policies)[number];

/** The default policies. Goods inside a package may be taken out of it; remainders and younger lots require a reason. */
export const defaultPolicies: Readonly<Record<LoadingReason, Policy>> = {
  not_here: 'refuse',
  not_ordered: 'refuse',
  over_quantity: 'refuse',
  not_released: 'refuse',
  expired: 'refuse',
  short_life: 'refuse',
  on_hold: 'refuse',
  incomplete: 'warn',
  packed_elsewhere: 'allow',
  older_first: 'warn',
};

const LoadingRule = Type.Object({ reason: Type.Enum([...loadingReasons]), policy: Type.Enum([...policies]) });

export const loadingRules = defineCall({
  method: 'GET',
  path: '/api/physical/freight/rules',
  access: ['freight'],
  summary: 'Get how a warehouse handles goods that should not be loaded.',
  input: Input({ warehouse_id: Id() }),
  output: Type.Array(LoadingRule),
});

export const loadingRulesUpdate = defineCall({
  method: 'POST',
  path: '/api/physical/freight/updaterules',
  access: ['freight:rules'],
  parties: 'enterprise',
  summary: 'Set how a warehouse handles goods that should not be loaded. Omitted fields get the default.',
  input: Input({
    warehouse_id: Id(),
    rules: Type.Array(Input({ reason: Type.Enum([...loadingReasons]), policy: Type.Enum([...policies]) }), {
      maxItems: loadingReasons.length,
    }),
  }),
  output: Type.Array(LoadingRule),
});

/** Units of one lot that are suggested for loading next, for a line of a waybill. */
export const Suggestion = Type.Object({
  line_id: Id(),
  product_id: Id(),
  product_code: Type.String(),
  product_name: Type.String(),
  lot: Type.String(),
  expiry_date: Nullable(Type.String()),
  production_date: Nullable(Type.String()),
  units: Type.Integer(),
  /** The lot is on hold; it may leave by this waybill nevertheless. */
  held: Type.Boolean(),
});
export type Suggestion = Type.Static<typeof Suggestion>;

export const suggestions = defineCall({
  method: 'GET',
  path: '/api/physical/freight/suggest',
  access: ['freight:load'],
  summary:
    'Suggest what to load next on a waybill: for its open lines, lots of the warehouse and its zones that are on no ' +
    'other waybill, earliest expiry first, or earliest production date for goods that do not expire. Lots that are ' +
    'unreleased, expired or on hold are suggested only if the waybill or the warehouse allows them.',
  input: IdInput(),
  output: Type.Array(Suggestion),
});
