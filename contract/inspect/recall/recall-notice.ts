import Type from 'typebox';
import { type Call, defineCall } from '../../call/call.ts';
import { languages } from '../../languages.ts';
import { Id, IdInput, IdOutput, Input, Moment, Nullable, RequiredText, Text } from '../../thing/fields.ts';
import { IdentifierOrNone } from '../../thing/identifiers.ts';
import { defineList, type RowOf } from '../../thing/thing.ts';
import { periodIn, personOf, readOnly } from '../../thing/thing-fields.ts';

/** 召回通知: what each dealer, factory and warehouse is told of a recall, and what it answers. */

export const recallNoticeStatuses = ['sent', 'acknowledged', 'answered', 'closed'] as const;
export const receiverKinds = ['dealer', 'factory', 'warehouse'] as const;

export const recallNotice = defineList({
  key: 'recallnotice',
  table: 'recall_notice',
  parties: 'read',
  path: '/api/inspect/recallnotice',
  fields: {
    recall_no: readOnly(Type.String(), { sort: true, filter: IdentifierOrNone(32) }),
    status: readOnly(Type.Enum([...recallNoticeStatuses]), { filter: true, sort: true }),
    receiver_kind: readOnly(Type.Enum([...receiverKinds]), { filter: true }),
    /** The name of the dealer, factory or warehouse. */
    receiver: readOnly(Type.String()),
    drill: readOnly(Type.Boolean(), { filter: true }),
    reason: readOnly(Type.String()),
    /** Units that it got. */
    units: readOnly(Type.Integer()),
    /** Units that it accounted for: on hand, quarantined, returned, destroyed or passed on. */
    accounted: readOnly(Type.Integer()),
    acknowledge_by: readOnly(Moment(), { sort: true }),
    acknowledged_at: readOnly(Nullable(Moment())),
    ...personOf('acknowledged'),
    answer_by: readOnly(Moment(), { sort: true }),
    answered_at: readOnly(Nullable(Moment())),
    /** It should have been acknowledged or answered by now. */
    overdue: readOnly(Type.Boolean(), { filter: true, exported: false }),
    /** The dealer that passed it on. */
    passed_by: readOnly(Nullable(Type.String())),
    created_at: readOnly(Moment(), { sort: true }),
    period: periodIn('created_at'),
  },
  filters: { recall_id: Type.Optional(Id()) },
  summaries: { page: 'List the notices of recalls: of a party its own, and those that it passed on.' },
});
export type RecallNotice = RowOf<typeof recallNotice>;

/** What a receiver says of one product and lot. The amounts do not overlap. */
const amount = () => Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
export const answerParts = ['on_hand', 'quarantined', 'returned', 'destroyed'] as const;
const AnswerAmounts = { on_hand: amount(), quarantined: amount(), returned: amount(), destroyed: amount() };

const NoticeLine = Type.Object({
  line_id: Id(),
  product_id: Id(),
  product_code: Type.String(),
  product_name: Type.String(),
  lot: Nullable(Type.String()),
  /** Units that it got, and the waybills that brought them. */
  units: Type.Integer(),
  waybills: Type.Array(Type.String()),
  ...AnswerAmounts,
  /** Passed on to dealers below. */
  passed: Type.Integer(),
  /** Neither accounted for nor passed on: sold, or not found. */
  missing: Type.Integer(),
});
export type NoticeLine = Type.Static<typeof NoticeLine>;

const NoticeAnswer = Type.Object({
  at: Moment(),
  by: Type.String(),
  product_name: Type.String(),
  lot: Nullable(Type.String()),
  ...AnswerAmounts,
  note: Nullable(Type.String()),
});

const PassedNotice = Type.Object({
  id: Id(),
  receiver: Type.String(),
  status: Type.Enum([...recallNoticeStatuses]),
  units: Type.Integer(),
  accounted: Type.Integer(),
});

export const recallNoticeDetail = defineCall({
  method: 'GET',
  path: '/api/inspect/recallnotice/detail',
  access: ['recallnotice', 'recall'],
  summary:
    'Get a notice: what the receiver got by product and lot, its latest answer, all answers with who gave them, and the ' +
    'notices that it passed on.',
  input: IdInput(),
  output: Type.Object({
    scope: Type.String(),
    reason: Type.String(),
    lines: Type.Array(NoticeLine),
    answers: Type.Array(NoticeAnswer),
    passed: Type.Array(PassedNotice),
    /** Dealers below it, to which it may pass the notice on. */
    below: Type.Array(Type.Object({ id: Id(), name: Type.String() })),
  }),
});

export const recallAcknowledge = defineCall({
  method: 'POST',
  path: '/api/inspect/recallnotice/acknowledge',
  access: ['recallnotice:answer'],
  summary: 'Acknowledge a recall: it was read, and what it asks for is under way.',
  input: IdInput(),
  output: IdOutput(),
});

export const recallUnacknowledge = defineCall({
  method: 'POST',
  path: '/api/inspect/recallnotice/unacknowledge',
  access: ['recallnotice:answer'],
  summary: 'Take an acknowledgement back, as long as nothing is answered.',
  input: Input({ id: Id(), reason: RequiredText(512) }),
  output: IdOutput(),
});

export const recallAnswer = defineCall({
  method: 'POST',
  path: '/api/inspect/recallnotice/answer',
  access: ['recallnotice:answer'],
  summary:
    'Report quantities on hand, quarantined, returned and destroyed by product and lot. A later report replaces an ' +
    'earlier one, which is kept. More than was received is refused. Returns how many units are not accounted for.',
  input: Input({
    id: Id(),
    lines: Type.Array(Input({ line_id: Id(), ...AnswerAmounts }), { minItems: 1, maxItems: 500 }),
    note: Type.Optional(Text(512)),
  }),
  output: Type.Object({ ...IdOutput().properties, accounted: Type.Integer(), missing: Type.Integer() }),
});

export const recallPass = defineCall({
  method: 'POST',
  path: '/api/inspect/recallnotice/pass',
  access: ['recallnotice:answer'],
  summary: 'Pass a notice on to a dealer below, with the units that it was sold, by product and lot.',
  input: Input({
    id: Id(),
    dealer_id: Id(),
    lines: Type.Array(Input({ line_id: Id(), units: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }) }), {
      minItems: 1,
      maxItems: 500,
    }),
  }),
  output: IdOutput(),
});

export const recallUnpass = defineCall({
  method: 'POST',
  path: '/api/inspect/recallnotice/unpass',
  access: ['recallnotice:answer'],
  summary: 'Take back a notice that was passed on, as long as it is not acknowledged.',
  input: IdInput(),
  output: IdOutput(),
});

export const recallRemind = defineCall({
  method: 'POST',
  path: '/api/inspect/recallnotice/remind',
  access: ['recall:begin'],
  parties: 'enterprise',
  effect: 'own-record',
  summary: 'Remind the receivers that have not acknowledged or answered, at most once an hour each.',
  input: Input({ recall_id: Id(), ids: Type.Optional(Type.Array(Id(), { minItems: 1, maxItems: 500 })) }),
  output: Type.Object({ reminded: Type.Integer() }),
});

export const recallLetter = {
  method: 'GET',
  path: '/api/inspect/recallnotice/letter',
  access: ['recallnotice', 'recall:export'],
  answers: 'file',
  traced: true,
  summary:
    'Get the letter to a receiver as PDF: address, what is recalled and why, what it got, what to do and until when. In ' +
    'the language given, else that of the receiver, else that of the request.',
  input: Input({ id: Id(), language: Type.Optional(Type.Enum([...languages])) }),
  output: Type.Unknown(),
} as const satisfies Call;
