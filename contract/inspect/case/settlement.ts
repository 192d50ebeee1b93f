import Type from 'typebox';
import { type Call, defineCall } from '../../call/call.ts';
import { Day, Id, IdInput, IdOutput, Input, Moment, Money, Nullable, RequiredText, Text } from '../../thing/fields.ts';
import { IdentifierOrNone } from '../../thing/identifiers.ts';
import { names } from '../../thing/referred.ts';
import { defineList, type RowOf } from '../../thing/thing.ts';
import { beganBy, periodIn, personOf, readOnly } from '../../thing/thing-fields.ts';

/** 处理协议: what was agreed with a dealer about a case: an amount, what is withheld from the deposit, goods that go back. */

export const settlementStatuses = ['draft', 'agreed', 'paid', 'closed', 'withdrawn'] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];

const Amount = () => readOnly(Type.String());

export const settlement = defineList({
  key: 'case',
  list: 'settlement',
  table: 'dealer_settlement',
  parties: 'nothing',
  path: '/api/inspect/settlement',
  fields: {
    settlement_no: readOnly(Type.String(), { sort: true, filter: IdentifierOrNone(32) }),
    status: readOnly(Type.Enum([...settlementStatuses]), { filter: true, sort: true }),
    dealer_id: readOnly(Id(), { filter: true, exported: false }),
    dealer_name: readOnly(Type.String(), names('dealer', 'dealer_id')),
    case_id: readOnly(Id(), { filter: true, exported: false }),
    case_no: readOnly(Type.String(), names('inspect_case', 'case_id')),
    evidence_id: readOnly(Nullable(Id()), { exported: false }),
    evidence_no: readOnly(Nullable(Type.String()), names('forensic_case', 'evidence_id')),
    /** What the dealer pays. */
    amount: readOnly(Type.String(), { sort: true }),
    /** What is kept of the dealer's deposit, and what is given back of it. */
    withheld: Amount(),
    returned: Amount(),
    currency: readOnly(Type.String()),
    refund_id: readOnly(Nullable(Id()), { exported: false }),
    refund_no: readOnly(Nullable(Type.String()), names('refund', 'refund_id')),
    /** Who agreed for the dealer, and when. */
    signatory: readOnly(Nullable(Type.String())),
    agreed_on: readOnly(Nullable(Day())),
    note: readOnly(Nullable(Type.String())),
    /** It is above the limit of the enterprise, so that a second person has to approve it before it is paid. */
    needs_approval: readOnly(Type.Boolean(), { filter: Type.Boolean() }),
    ...personOf('agreed'),
    ...personOf('approved'),
    approved_at: readOnly(Nullable(Moment())),
    paid_at: readOnly(Nullable(Moment())),
    closed_at: readOnly(Nullable(Moment())),
    /** The name of the signed paper. */
    paper: readOnly(Nullable(Type.String())),
    reason: readOnly(Nullable(Type.String())),
    ...beganBy('created'),
    updated_at: readOnly(Moment(), { exported: false }),
    period: periodIn('created_at'),
  },
  // Those that wait for a second person.
  filters: { waits: Type.Optional(Type.Enum(['approval'])) },
  summaries: { page: 'List settlements with dealers, newest first.' },
});
export type Settlement = RowOf<typeof settlement>;

const facts = {
  amount: Money(),
  withheld: Type.Optional(Money()),
  returned: Type.Optional(Money()),
  refund_id: Type.Optional(Nullable(Id())),
  evidence_id: Type.Optional(Nullable(Id())),
  note: Type.Optional(Nullable(Text(1000))),
};

export const settlementAdd = defineCall({
  method: 'POST',
  path: '/api/inspect/settlement/add',
  access: ['case:settle'],
  parties: 'enterprise',
  summary: "Draft a settlement with a dealer about a case, in the enterprise's currency.",
  input: Input({ case_id: Id(), dealer_id: Id(), ...facts }),
  output: Type.Object({ ...IdOutput().properties, settlement_no: Type.String() }),
});

export const settlementUpdate = defineCall({
  method: 'POST',
  path: '/api/inspect/settlement/update',
  access: ['case:settle'],
  parties: 'enterprise',
  summary:
    'Change the amounts, return, evidence and note of a draft. If `updated_at` is sent and outdated, the call is refused (409).',
  input: Input({ id: Id(), ...facts, updated_at: Type.Optional(Moment()) }),
  output: IdOutput(),
});

export const settlementAgree = defineCall({
  method: 'POST',
  path: '/api/inspect/settlement/agree',
  access: ['case:settle'],
  parties: 'enterprise',
  summary: 'Record who agreed to a draft for the dealer, and when. From then on its amounts are fixed.',
  input: Input({ id: Id(), signatory: RequiredText(64), agreed_on: Day() }),
  output: Type.Object({ ...IdOutput().properties, needs_approval: Type.Boolean() }),
});

export const settlementApprove = {
  method: 'POST',
  path: '/api/inspect/settlement/approve',
  access: ['case:approve'],
  parties: 'enterprise',
  secondPerson: 'case:settle',
  begunBy: 'agreed_by_id',
  summary:
    "Approve an agreed settlement above the enterprise's limit. The person who recorded the agreement cannot approve it.",
  input: IdInput(),
  output: IdOutput(),
} as const satisfies Call;

export const settlementDisapprove = defineCall({
  method: 'POST',
  path: '/api/inspect/settlement/disapprove',
  access: ['case:approve'],
  parties: 'enterprise',
  summary: 'Take the approval of a settlement back that is not paid yet.',
  input: Input({ id: Id(), reason: RequiredText(500) }),
  output: IdOutput(),
});

export const settlementPay = defineCall({
  method: 'POST',
  path: '/api/inspect/settlement/pay',
  access: ['case:pay'],
  parties: 'enterprise',
  summary:
    "Record that an agreed settlement was paid. What it withholds and gives back leaves the dealer's deposit, which must " +
    'suffice for it.',
  input: IdInput(),
  output: IdOutput(),
});

export const settlementClose = defineCall({
  method: 'POST',
  path: '/api/inspect/settlement/close',
  access: ['case:pay'],
  parties: 'enterprise',
  summary: 'Close a paid settlement. If it names a return, that must be closed.',
  input: IdInput(),
  output: IdOutput(),
});

export const settlementWithdraw = defineCall({
  method: 'POST',
  path: '/api/inspect/settlement/withdraw',
  access: ['case:settle'],
  parties: 'enterprise',
  summary: 'Withdraw a draft, with a reason.',
  input: Input({ id: Id(), reason: RequiredText(500) }),
  output: IdOutput(),
});

export const settlementRevert = defineCall({
  method: 'POST',
  path: '/api/inspect/settlement/revert',
  access: ['case:settle', 'case:pay'],
  parties: 'enterprise',
  summary:
    'Take the last step of a settlement back, with a reason: a closed one is paid, a paid one agreed, an agreed or ' +
    'withdrawn one a draft again. Movements of the deposit are reversed. Steps of payment need the permission to pay.',
  input: Input({ id: Id(), reason: RequiredText(500) }),
  output: Type.Object({ ...IdOutput().properties, status: Type.Enum([...settlementStatuses]) }),
});

/** The largest signed paper, in bytes. */
export const largestPaper = 10 * 1024 * 1024;

export const settlementPaperAdd = {
  method: 'POST',
  path: '/api/inspect/settlement/addpaper',
  access: ['case:settle'],
  parties: 'enterprise',
  upload: true,
  summary:
    'Add the signed paper of a settlement, a PDF, JPEG or PNG file; it replaces an earlier one until it is paid.',
  input: IdInput(),
  output: Type.Object({ paper: Type.String() }),
} as const satisfies Call;

export const settlementPaper = {
  method: 'GET',
  path: '/api/inspect/settlement/paper',
  access: ['case'],
  parties: 'enterprise',
  answers: 'file',
  traced: true,
  summary: 'Get the signed paper of a settlement as it was uploaded.',
  input: IdInput(),
  output: Type.Unknown(),
} as const satisfies Call;
