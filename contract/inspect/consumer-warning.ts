import Type from 'typebox';
import { AreaCode } from '../base/area.ts';
import { defineCall } from '../call/call.ts';
import { CodeOfRows, Id, IdInput, Input, Moment, Nullable, RequiredText, Text } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineList, type RowOf } from '../thing/thing.ts';
import { periodIn, personOf, readOnly, rowOf } from '../thing/thing-fields.ts';
import { onHold } from '../trace/on-hold.ts';
import { Limits, warningRuleNames } from './warning-rule.ts';

/** 预警清单: suspicions raised by the warning rules, each open until a person settles it. */

export const warningStatuses = ['new', 'taken', 'investigating', 'escalated', 'settled'] as const;
export type WarningStatus = (typeof warningStatuses)[number];
export const warningOutcomes = ['right', 'false_alarm'] as const;

/** The steps in the history of a warning. */
export const stepsOfWarning = [
  'taken',
  'assigned',
  'note',
  'investigating',
  'escalated',
  'settled',
  'reopened',
] as const;

/** How the place of a warning is known: told by a consumer, or derived from an IP address, which alone is no proof. */
export const placeBases = ['told', 'address', 'none'] as const;

export const consumerWarning = defineList({
  key: 'queryconsumerwarning',
  table: 'consumer_warning',
  parties: 'nothing',
  path: '/api/inspect/queryconsumerwarning',
  fields: {
    rule: readOnly(Type.Enum([...warningRuleNames]), { filter: true, sort: true }),
    status: readOnly(Type.Enum([...warningStatuses]), { filter: true, sort: true }),
    outcome: readOnly(Nullable(Type.Enum([...warningOutcomes])), { filter: Type.Enum([...warningOutcomes]) }),
    /** The code, the network from which codes were asked for, or the number of the work order. */
    subject: readOnly(Type.String()),
    code: readOnly(Nullable(Type.String()), { filter: CodeOfRows(), exported: false }),
    product_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    product_name: readOnly(Nullable(Type.String()), names('product', 'product_id')),
    dealer_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    dealer_name: readOnly(Nullable(Type.String()), names('dealer', 'dealer_id')),
    lot_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    /** The province as six digits of GB/T 2260. */
    province: readOnly(Nullable(Type.String()), { filter: AreaCode(), exported: false }),
    /** The region of the latest scan, as far as it is known. */
    region: readOnly(Type.String()),
    place_basis: readOnly(Type.Enum([...placeBases])),
    /** How often the rule has fired for this warning. */
    times: readOnly(Type.Integer(), { sort: true }),
    period: periodIn('fired_at'),
    fired_at: readOnly(Moment(), { sort: true }),
    last_at: readOnly(Moment(), { sort: true }),
    due_at: readOnly(Nullable(Moment()), { sort: true }),
    case_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    case_no: readOnly(Nullable(Type.String()), names('inspect_case', 'case_id')),
    owner_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    owner: readOnly(Nullable(Type.String()), names('account', 'owner_id')),
    settled_at: readOnly(Nullable(Moment())),
    ...personOf('settled'),
    reason: readOnly(Nullable(Type.String())),
  },
  // Warnings that count for a report's figure; those settled as a false alarm do not.
  filters: {
    counted_as: Type.Optional(Type.Enum(['warned_diverted', 'warned_false'])),
    /** Whether somebody is to look into it. */
    owned: Type.Optional(Type.Enum(['yes', 'no'])),
    open: Type.Optional(Type.Enum(['yes', 'no'])),
    in_case: Type.Optional(Type.Enum(['yes', 'no'])),
  },
  summaries: {
    page: "List warnings from consumers' queries, newest first. A cause has one warning, however often it recurs.",
  },
});
export type ConsumerWarning = RowOf<typeof consumerWarning>;

/** A visit as stored with a warning: where and when a code was asked for, and by what kind of device. */
export const SeenVisit = Type.Object({
  at: Moment(),
  code: Type.String(),
  scans: Type.Integer(),
  verdict: Type.String(),
  province: Type.String(),
  city: Type.String(),
  device: Type.String(),
  /** Told by the consumer, rounded to a hundredth of a degree: then the province is that of this place. */
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
});
export type SeenVisit = Type.Static<typeof SeenVisit>;

/** What made the rule fire: numbers, and words for names. */
export const Figures = Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]));
export type Figures = Type.Static<typeof Figures>;

/** One firing of the rule: when, what it saw, and the version of its limits. */
export const Firing = Type.Object({ at: Moment(), figures: Figures, version: Type.Integer() });
export type Firing = Type.Static<typeof Firing>;

export const consumerWarningDetail = defineCall({
  method: 'GET',
  path: '/api/inspect/queryconsumerwarning/detail',
  access: ['queryconsumerwarning'],
  parties: 'enterprise',
  summary: 'Get a warning with the evidence of its rule, the limits applied, the queries, and what was done about it.',
  input: IdInput(),
  output: Type.Object({
    id: Id(),
    ...rowOf(consumerWarning.fields),
    param_version: Type.Integer(),
    limits: Limits(),
    figures: Figures,
    /** The first 100 and the last 100 visits that made the rule fire. */
    visits: Type.Array(SeenVisit),
    /** The first 25 and the last 25 times that it fired. */
    firings: Type.Array(Firing),
    /** Of the goods whose code it is about. */
    ...onHold,
    /** The sales territory of the dealer and of the dealers above it, in words. */
    areas: Type.Array(Type.String()),
    steps: Type.Array(
      Type.Object({
        at: Moment(),
        by: Type.String(),
        step: Type.Enum([...stepsOfWarning]),
        text: Nullable(Type.String()),
      }),
    ),
  }),
});

const maxAtOnce = 200;
const Ids = () => Type.Array(Id(), { minItems: 1, maxItems: maxAtOnce, uniqueItems: true });
const changedCount = Type.Object({ changed: Type.Integer() });

export const warningTake = defineCall({
  method: 'POST',
  path: '/api/inspect/queryconsumerwarning/take',
  access: ['queryconsumerwarning:take'],
  parties: 'enterprise',
  summary: 'Assign warnings to the caller. Settled ones are refused (409).',
  input: Input({ ids: Ids() }),
  output: changedCount,
});

export const warningAssign = defineCall({
  method: 'POST',
  path: '/api/inspect/queryconsumerwarning/assign',
  access: ['queryconsumerwarning:assign'],
  parties: 'enterprise',
  summary: 'Assign warnings to a person of the enterprise.',
  input: Input({ ids: Ids(), account_id: Id() }),
  output: changedCount,
});

export const warningStep = defineCall({
  method: 'POST',
  path: '/api/inspect/queryconsumerwarning/step',
  access: ['queryconsumerwarning:take'],
  parties: 'enterprise',
  summary: 'Set the status of warnings to investigating or escalated, or add a note only.',
  input: Input({
    ids: Ids(),
    step: Type.Enum(['note', 'investigating', 'escalated']),
    text: RequiredText(1000),
  }),
  output: changedCount,
});

export const warningSettle = defineCall({
  method: 'POST',
  path: '/api/inspect/queryconsumerwarning/settle',
  access: ['queryconsumerwarning:settle'],
  parties: 'enterprise',
  summary: 'Settle warnings with a reason, as confirmed or as a false alarm. A warning is settled once.',
  input: Input({ ids: Ids(), outcome: Type.Enum([...warningOutcomes]), reason: RequiredText(500) }),
  output: changedCount,
});

export const warningOwners = defineCall({
  method: 'GET',
  path: '/api/inspect/queryconsumerwarning/owners',
  access: ['queryconsumerwarning'],
  parties: 'enterprise',
  summary: 'List people of the enterprise to whom warnings can be assigned.',
  input: Input({ keyword: Type.Optional(Text(64)), id: Type.Optional(Id()) }),
  output: Type.Array(Type.Object({ id: Id(), name: Type.String(), account_name: Type.String() })),
});
