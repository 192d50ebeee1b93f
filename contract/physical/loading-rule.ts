import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, Input } from '../thing/fields.ts';
import type { RefusalReason } from '../trace/refusal.ts';

/** Reasons against loading goods for which a warehouse may set its own policy. */
export const loadingReasons = [
  'not_here',
  'not_ordered',
  'over_quantity',
  'not_released',
  'expired',
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
