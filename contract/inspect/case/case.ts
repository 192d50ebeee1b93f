import Type from 'typebox';
import { AreaCode } from '../../base/area.ts';
import { defineCall } from '../../call/call.ts';
import { Id, IdOutput, Input, Moment, Nullable, RequiredText, Text } from '../../thing/fields.ts';
import { IdentifierOrNone } from '../../thing/identifiers.ts';
import { names } from '../../thing/referred.ts';
import { defineList, type RowOf } from '../../thing/thing.ts';
import { beganBy, periodIn, readOnly, takenBy } from '../../thing/thing-fields.ts';
import { warningOutcomes } from '../consumer-warning.ts';

/**
 * 案件: warnings that have one cause, such as those about the goods of one waybill, looked into together and closed together. Its
 * tasks send inspectors to shops; evidence and settlements belong to it.
 */

export const caseStatuses = ['open', 'closed'] as const;
export type CaseStatus = (typeof caseStatuses)[number];
export const caseOutcomes = warningOutcomes;

/** The steps in the history of a case. */
export const stepsOfCase = [
  'added',
  'updated',
  'note',
  'warnings_added',
  'warnings_removed',
  'linked',
  'unlinked',
  'task_given',
  'task_finished',
  'task_withdrawn',
  'settlement_added',
  'closed',
  'reopened',
] as const;
export type StepOfCase = (typeof stepsOfCase)[number];

export const inspectCase = defineList({
  key: 'case',
  table: 'inspect_case',
  parties: 'nothing',
  path: '/api/inspect/case',
  fields: {
    case_no: readOnly(Type.String(), { sort: true, filter: IdentifierOrNone(32) }),
    title: readOnly(Type.String(), { filter: Text(64) }),
    status: readOnly(Type.Enum([...caseStatuses]), { filter: true, sort: true }),
    outcome: readOnly(Nullable(Type.Enum([...caseOutcomes])), { filter: Type.Enum([...caseOutcomes]) }),
    /** The dealer, product and waybill that most of its warnings are about. */
    dealer_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    dealer_name: readOnly(Nullable(Type.String()), names('dealer', 'dealer_id')),
    product_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    product_name: readOnly(Nullable(Type.String()), names('product', 'product_id')),
    waybill_id: readOnly(Nullable(Id()), { exported: false }),
    waybill_no: readOnly(Nullable(Type.String()), names('waybill', 'waybill_id')),
    province: readOnly(Nullable(Type.String()), { filter: AreaCode(), exported: false }),
    /** Where most of the goods were seen, in words. */
    region: readOnly(Type.String()),
    warnings: readOnly(Type.Integer()),
    tasks: readOnly(Type.Integer()),
    owner_id: readOnly(Id(), { filter: true, exported: false }),
    owner: readOnly(Type.String(), names('account', 'owner_id')),
    due_at: readOnly(Moment(), { sort: true }),
    overdue: readOnly(Type.Boolean(), { filter: Type.Boolean() }),
    /** Whole days from its beginning until it was closed, or until now. */
    days_open: readOnly(Type.Integer()),
    /** The sum of its settlements that were agreed, as a decimal. */
    settled_amount: readOnly(Type.String()),
    ...beganBy('created'),
    updated_at: readOnly(Moment(), { exported: false }),
    ...takenBy('closed', { sort: true }),
    reason: readOnly(Nullable(Type.String())),
    period: periodIn('created_at'),
  },
  summaries: { page: 'List cases, newest first.' },
});
export type InspectCase = RowOf<typeof inspectCase>;

/** The most warnings of a case that are named in a call. */
export const maxWarningsOfCase = 500;
const WarningIds = () => Type.Array(Id(), { minItems: 1, maxItems: maxWarningsOfCase, uniqueItems: true });

/** What the warnings of a cluster have in common. */
export const clusterKinds = ['waybill', 'dealer', 'lot'] as const;

const CaseNamed = Type.Object({ id: Id(), case_no: Type.String() });

const Cluster = Type.Object({
  kind: Type.Enum([...clusterKinds]),
  /** The number of the waybill, the name of the dealer, or the lot. */
  name: Type.String(),
  product_name: Nullable(Type.String()),
  dealer_name: Nullable(Type.String()),
  warning_ids: WarningIds(),
  /** The number of its warnings; at most 500 of them are in `warning_ids`. */
  warnings: Type.Integer(),
  codes: Type.Integer(),
  provinces: Type.Integer(),
  first_at: Moment(),
  last_at: Moment(),
  /** The open case about the same, which they can be added to. */
  open_case: Nullable(CaseNamed),
});
export type Cluster = Type.Static<typeof Cluster>;

export const caseClusters = defineCall({
  method: 'GET',
  path: '/api/inspect/case/clusters',
  access: ['case:add'],
  parties: 'enterprise',
  summary:
    'Propose cases: open warnings of the last days without a case that share a waybill, a dealer and product, or a lot; ' +
    'two at least, the largest first.',
  input: Input({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: 30 })) }),
  output: Type.Array(Cluster),
});

const decided = { title: RequiredText(128), owner_id: Id(), due_at: Moment() };

export const caseAdd = defineCall({
  method: 'POST',
  path: '/api/inspect/case/add',
  access: ['case:add'],
  parties: 'enterprise',
  summary:
    'Make a case of open warnings. A warning is in one case at most; warnings that are settled or in another case are ' +
    'refused (409).',
  input: Input({ ...decided, warning_ids: WarningIds(), note: Type.Optional(Text(1000)) }),
  output: CaseNamed,
});

export const caseUpdate = defineCall({
  method: 'POST',
  path: '/api/inspect/case/update',
  access: ['case:update'],
  parties: 'enterprise',
  summary:
    'Change the title, owner and due time of an open case. If `updated_at` is sent and outdated, the call is refused (409).',
  input: Input({ id: Id(), ...decided, updated_at: Type.Optional(Moment()) }),
  output: IdOutput(),
});

export const caseNote = defineCall({
  method: 'POST',
  path: '/api/inspect/case/note',
  access: ['case:update'],
  parties: 'enterprise',
  summary: 'Add a note to a case, open or closed.',
  input: Input({ id: Id(), text: RequiredText(1000) }),
  output: IdOutput(),
});

const warningsOfCase = Input({ id: Id(), warning_ids: WarningIds() });

export const caseWarningsAdd = defineCall({
  method: 'POST',
  path: '/api/inspect/case/addwarnings',
  access: ['case:add'],
  parties: 'enterprise',
  summary: 'Add open warnings to an open case.',
  input: warningsOfCase,
  output: IdOutput(),
});

export const caseWarningsRemove = defineCall({
  method: 'POST',
  path: '/api/inspect/case/removewarnings',
  access: ['case:add'],
  parties: 'enterprise',
  summary: 'Take warnings out of an open case. They stay as they are.',
  input: warningsOfCase,
  output: IdOutput(),
});

const Linked = () => Type.Array(Id(), { maxItems: 200, uniqueItems: true });
const linkedRecords = Input({
  id: Id(),
  inspection_ids: Type.Optional(Linked()),
  evidence_ids: Type.Optional(Linked()),
});

export const caseLink = defineCall({
  method: 'POST',
  path: '/api/inspect/case/link',
  access: ['case:update'],
  parties: 'enterprise',
  summary: 'Link inspections and evidence that belong to no case yet to an open case.',
  input: linkedRecords,
  output: IdOutput(),
});

export const caseUnlink = defineCall({
  method: 'POST',
  path: '/api/inspect/case/unlink',
  access: ['case:update'],
  parties: 'enterprise',
  summary: 'Take inspections and evidence out of an open case; the records themselves stay.',
  input: linkedRecords,
  output: IdOutput(),
});

export const caseClose = defineCall({
  method: 'POST',
  path: '/api/inspect/case/close',
  access: ['case:close'],
  parties: 'enterprise',
  summary:
    'Close a case with its outcome and a reason, which also settles its open warnings. A case with an open task is ' +
    'refused (409).',
  input: Input({ id: Id(), outcome: Type.Enum([...caseOutcomes]), reason: RequiredText(500) }),
  output: Type.Object({ ...IdOutput().properties, settled: Type.Integer() }),
});

export const caseReopen = defineCall({
  method: 'POST',
  path: '/api/inspect/case/reopen',
  access: ['case:close'],
  parties: 'enterprise',
  summary:
    'Reopen a closed case. The warnings that its closing settled are open again, except where a newer warning about the ' +
    'same has taken their place.',
  input: Input({ id: Id(), reason: RequiredText(500) }),
  output: Type.Object({ ...IdOutput().properties, reopened: Type.Integer() }),
});

export const caseOwners = defineCall({
  method: 'GET',
  path: '/api/inspect/case/owners',
  access: ['case'],
  parties: 'enterprise',
  summary: 'List people of the enterprise who can look into cases.',
  input: Input({ keyword: Type.Optional(Text(64)), id: Type.Optional(Id()) }),
  output: Type.Array(Type.Object({ id: Id(), name: Type.String(), account_name: Type.String() })),
});

export const casesOpen = defineCall({
  method: 'GET',
  path: '/api/inspect/case/open',
  access: ['case', 'forensics:add'],
  parties: 'enterprise',
  summary: 'List open cases to choose from, newest first.',
  input: Input({ keyword: Type.Optional(Text(64)), id: Type.Optional(Id()) }),
  output: Type.Array(Type.Object({ id: Id(), case_no: Type.String(), title: Type.String() })),
});
