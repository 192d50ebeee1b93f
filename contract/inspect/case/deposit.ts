import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { Id, IdOutput, Input, Moment, Money, Nullable, RequiredText, Text } from '../../thing/fields.ts';
import { names } from '../../thing/referred.ts';
import { defineList, type RowOf } from '../../thing/thing.ts';
import { periodIn, readOnly } from '../../thing/thing-fields.ts';

/** 押金: what dealers have deposited with the enterprise, and what was withheld of it or given back. */

export const depositKinds = ['paid_in', 'withheld', 'returned', 'reversal'] as const;
export type DepositKind = (typeof depositKinds)[number];

export const deposit = defineList({
  key: 'case',
  list: 'deposit',
  table: 'deposit_movement',
  parties: 'nothing',
  path: '/api/inspect/deposit',
  fields: {
    created_at: readOnly(Moment(), { sort: true }),
    dealer_id: readOnly(Id(), { filter: true, exported: false }),
    dealer_name: readOnly(Type.String(), names('dealer', 'dealer_id')),
    kind: readOnly(Type.Enum([...depositKinds]), { filter: true }),
    /** By how much the deposit changed; negative if it became less. */
    amount: readOnly(Type.String(), { sort: true }),
    currency: readOnly(Type.String()),
    settlement_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    settlement_no: readOnly(Nullable(Type.String())),
    note: readOnly(Nullable(Type.String())),
    /** It was reversed, or reverses another one. */
    reversed: readOnly(Type.Boolean()),
    by: readOnly(Type.String(), names('account', 'by_id')),
    by_id: readOnly(Id(), { exported: false }),
    period: periodIn('created_at'),
  },
  summaries: { page: "List movements of dealers' deposits, newest first." },
});
export type Deposit = RowOf<typeof deposit>;

export const depositAdd = defineCall({
  method: 'POST',
  path: '/api/inspect/deposit/add',
  access: ['case:pay'],
  parties: 'enterprise',
  summary: 'Record that a dealer paid into its deposit, or that some of it was given back, which must not exceed it.',
  input: Input({
    dealer_id: Id(),
    kind: Type.Enum(['paid_in', 'returned']),
    amount: Money(),
    note: Type.Optional(Text(500)),
  }),
  output: IdOutput(),
});

export const depositReverse = defineCall({
  method: 'POST',
  path: '/api/inspect/deposit/reverse',
  access: ['case:pay'],
  parties: 'enterprise',
  summary:
    'Reverse a movement that was recorded by hand, by an opposite one with a reason. Those of a settlement are reversed ' +
    'with its payment.',
  input: Input({ id: Id(), reason: RequiredText(500) }),
  output: IdOutput(),
});

export const dealerAccount = defineCall({
  method: 'GET',
  path: '/api/inspect/deposit/account',
  access: ['case'],
  parties: 'enterprise',
  summary:
    "Get a dealer's deposit, the sums of its settlements, and by month its warnings, cases and the share of its goods " +
    'that were seen outside of its sales territory.',
  input: Input({ dealer_id: Id() }),
  output: Type.Object({
    currency: Type.String(),
    deposit: Type.String(),
    /** Agreed and not paid yet, and paid. */
    agreed: Type.String(),
    paid: Type.String(),
    open_cases: Type.Integer(),
    open_warnings: Type.Integer(),
    months: Type.Array(
      Type.Object({
        /** `2026-01` */
        month: Type.String(),
        warnings: Type.Integer(),
        cases: Type.Integer(),
        /** Codes seen, and those suspected of diversion. */
        seen: Type.Integer(),
        diverted: Type.Integer(),
      }),
    ),
  }),
});
