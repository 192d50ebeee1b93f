import Type from 'typebox';
import { type Call, defineCall } from '../../call/call.ts';
import { Id, IdInput, IdOutput, Input, Nullable, RequiredCode, RequiredText, Text } from '../../thing/fields.ts';
import { Identifier, IdentifierOrNone } from '../../thing/identifiers.ts';
import { exportFormats } from '../../thing/list.ts';
import { defineList, type RowOf } from '../../thing/thing.ts';
import { beganBy, periodIn, readOnly, rowOf, takenBy } from '../../thing/thing-fields.ts';
import { GoodsThere, ReleasedCodes } from '../goods-there.ts';

/** 召回: recalls of goods, real ones and drills, from planning to closing. */

export const recallStatuses = ['planned', 'begun', 'closed'] as const;
export const recallScopes = ['lot', 'work_order', 'material_lot', 'codes', 'range'] as const;
/** Also the lots that a recall was widened to. */
export const recallScopeKinds = [...recallScopes, 'lots'] as const;
export type RecallScope = (typeof recallScopes)[number];

export const recall = defineList({
  key: 'recall',
  table: 'recall',
  parties: 'nothing',
  path: '/api/inspect/recall',
  fields: {
    recall_no: readOnly(Type.String(), { sort: true, filter: IdentifierOrNone(32) }),
    status: readOnly(Type.Enum([...recallStatuses]), { filter: true, sort: true }),
    drill: readOnly(Type.Boolean(), { filter: true }),
    scope_kind: readOnly(Type.Enum([...recallScopeKinds]), { filter: true }),
    /** The scope in words. */
    scope: readOnly(Type.String()),
    reason: readOnly(Type.String()),
    /** Whether its goods are on hold and consumers are warned. */
    in_force: readOnly(Type.Boolean(), { filter: true, exported: false }),
    ...beganBy('created'),
    ...takenBy('begun', { sort: true }),
    ...takenBy('closed'),
    close_note: readOnly(Nullable(Type.String())),
    /** The recall that this one widens. */
    widens: readOnly(Nullable(Type.String())),
    /** Hours to acknowledge and to answer a notice, from the beginning. */
    acknowledge_hours: readOnly(Type.Integer(), { exported: false }),
    answer_hours: readOnly(Type.Integer(), { exported: false }),
    /** Whether parties get notices; a drill may leave them out. */
    tells: readOnly(Type.Boolean(), { exported: false }),
    /** The target time of a drill in minutes. */
    target_minutes: readOnly(Nullable(Type.Integer()), { exported: false }),
    /** What receivers are asked to do. */
    instructions: readOnly(Nullable(Type.String()), { exported: false }),
    period: periodIn('created_at'),
  },
  summaries: { page: 'List recalls and drills, newest first.' },
});
export type Recall = RowOf<typeof recall>;

/** A dealer with recalled goods, or to which some are in transit, with its contact data. */
export const RecallDealer = Type.Object({
  dealer_id: Id(),
  dealer_code: Type.String(),
  dealer_name: Type.String(),
  contact: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  address: Nullable(Type.String()),
  /** Units that the dealer holds, that are in transit to it, and that it returned and await inspection. */
  units: Type.Integer(),
  in_transit: Type.Integer(),
  returned: Type.Integer(),
});
export type RecallDealer = Type.Static<typeof RecallDealer>;

/** How far the receivers of a recall have answered. */
export const RecallEffect = Type.Object({
  notices: Type.Integer(),
  acknowledged: Type.Integer(),
  answered: Type.Integer(),
  /** Acknowledged within the hours given. */
  in_time: Type.Integer(),
  /** Units that receivers got, and that they accounted for; without those that were passed on twice. */
  units: Type.Integer(),
  accounted: Type.Integer(),
});
export type RecallEffect = Type.Static<typeof RecallEffect>;

/** The result of a drill: how long it took, and what it found, each against its target. */
export const DrillScore = Type.Object({
  target_minutes: Nullable(Type.Integer()),
  /** Minutes from the plan until all receivers were known. */
  list_minutes: Nullable(Type.Integer()),
  /** Minutes from the beginning to the last acknowledgement; null as long as one is missing, or nobody was told. */
  acknowledge_minutes: Nullable(Type.Integer()),
  /** The share of units whose place or end is known, in per cent. */
  traced: Type.Number(),
  /** From 0 to 100: half of it what was traced, half of it the times. */
  score: Type.Integer(),
});
export type DrillScore = Type.Static<typeof DrillScore>;

export const recallDetail = defineCall({
  method: 'GET',
  path: '/api/inspect/recall/detail',
  access: ['recall'],
  parties: 'enterprise',
  summary:
    'Get a recall with its goods and where they are now: mass balance, locations, dealers with their quantities and ' +
    'contacts, and the outermost packages. `balance` of a closed recall is as of its closing.',
  input: IdInput(),
  output: Type.Object({
    id: Id(),
    ...rowOf(recall.fields),
    ...GoodsThere.properties,
    dealers: Type.Array(RecallDealer),
    effect: RecallEffect,
    /** Of a drill that began. */
    drill_score: Nullable(DrillScore),
  }),
});

/** The maximum number of codes in the scope of a recall. */
const maxCodes = 500;

/** The scope of a recall, by how it is chosen. */
export const recallScope = {
  lot: Input({ lot: Identifier(64), product_id: Type.Optional(Id()) }),
  work_order: Input({ work_order_id: Id() }),
  material_lot: Input({ material_lot: Identifier(64), material_id: Type.Optional(Id()) }),
  codes: Input({ codes: Type.Array(RequiredCode(), { minItems: 1, maxItems: maxCodes }) }),
  range: Input({ first_code: RequiredCode(), last_code: RequiredCode() }),
} as const satisfies Readonly<Record<RecallScope, Type.TObject>>;

const Scope = () =>
  Type.Union([recallScope.lot, recallScope.work_order, recallScope.material_lot, recallScope.codes, recallScope.range]);

/** The usual hours to acknowledge and to answer. */
export const usualHours = { acknowledge: 24, answer: 72 } as const;
const GivenHours = () => Type.Optional(Type.Integer({ minimum: 1, maximum: 2160 }));
/** Until when receivers are to answer, and by what a drill is judged; what is left out keeps its value, or is as usual. */
const limits = {
  acknowledge_hours: GivenHours(),
  answer_hours: GivenHours(),
  tells: Type.Optional(Type.Boolean()),
  target_minutes: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100_000 }))),
  instructions: Type.Optional(Nullable(Text(2000))),
};

export const recallAdd = defineCall({
  method: 'POST',
  path: '/api/inspect/recall/add',
  access: ['recall:add'],
  parties: 'enterprise',
  summary:
    'Prepare a recall of a lot (of one product or of any), a work order, a lot of material, codes with their contents, ' +
    'or a range of codes of one rule. Goods are not affected before the recall starts. A work order or lot of material ' +
    'stands for the complete lots made from it.',
  input: Input({ scope: Scope(), drill: Type.Boolean(), reason: RequiredText(1000), ...limits }),
  output: Type.Object({ ...IdOutput().properties, recall_no: Type.String() }),
});

export const recallUpdate = defineCall({
  method: 'POST',
  path: '/api/inspect/recall/update',
  access: ['recall:update'],
  parties: 'enterprise',
  summary: 'Change a recall that has not started: its scope, if given, its reason, and whether it is a drill.',
  input: Input({
    id: Id(),
    scope: Type.Optional(Scope()),
    drill: Type.Boolean(),
    reason: RequiredText(1000),
    ...limits,
  }),
  output: IdOutput(),
});

export const recallDelete = defineCall({
  method: 'POST',
  path: '/api/inspect/recall/delete',
  access: ['recall:delete'],
  parties: 'enterprise',
  summary: 'Delete a recall that has not started.',
  input: IdInput(),
  output: IdOutput(),
});

/** A lot that shares a lot of material with those of a recall. */
const RelatedLot = Type.Object({
  lot_id: Id(),
  lot: Type.String(),
  product_code: Type.String(),
  product_name: Type.String(),
  /** The lots of material that it shares. */
  materials: Type.Array(Type.String()),
  /** A recall that has begun covers it already. */
  recalled: Type.Boolean(),
});
export type RelatedLot = Type.Static<typeof RelatedLot>;

export const recallRelated = defineCall({
  method: 'GET',
  path: '/api/inspect/recall/related',
  access: ['recall'],
  parties: 'enterprise',
  summary:
    'List the lots that share a lot of material with those of a recall, or with those that its codes are of; the rest of the ' +
    'latter is among them.',
  input: IdInput(),
  output: Type.Array(RelatedLot),
});

export const recallWiden = defineCall({
  method: 'POST',
  path: '/api/inspect/recall/widen',
  access: ['recall:add'],
  parties: 'enterprise',
  summary:
    'Prepare another recall of lots that share a lot of material with those of a recall, linked to it. The first one stays ' +
    'as it is: its balance and its notices are about its own goods.',
  input: Input({ id: Id(), lot_ids: Type.Array(Id(), { minItems: 1, maxItems: 500, uniqueItems: true }) }),
  output: Type.Object({ ...IdOutput().properties, recall_no: Type.String() }),
});

export const recallBegin = defineCall({
  method: 'POST',
  path: '/api/inspect/recall/begin',
  access: ['recall:begin'],
  parties: 'enterprise',
  summary:
    'Start a recall. Its goods are held: they are loaded and shipped only by waybills of the kind recall, and ' +
    'consumers are warned on every server. A drill blocks nothing.',
  input: IdInput(),
  output: IdOutput(),
});

export const recallClose = defineCall({
  method: 'POST',
  path: '/api/inspect/recall/close',
  access: ['recall:close'],
  parties: 'enterprise',
  summary:
    'Close a recall with a note, and record where its goods are. Recalled goods stay held, with the warning to ' +
    'consumers, until they are released.',
  input: Input({ id: Id(), note: RequiredText(1000) }),
  output: IdOutput(),
});

export const recallRelease = {
  method: 'POST',
  path: '/api/inspect/recall/release',
  access: ['recall:release'],
  parties: 'enterprise',
  secondPerson: 'recall:begin',
  begunBy: 'begun_by_id',
  summary:
    'Release goods of a started or closed recall: all, or some codes with their contents. They can be sold again, and ' +
    'consumers are no longer warned. The person who started the recall cannot release them. Goods under another recall ' +
    'or a hold stay held.',
  input: Input({ id: Id(), reason: RequiredText(1000), codes: ReleasedCodes() }),
  output: Type.Object({ ...IdOutput().properties, in_force: Type.Boolean() }),
} as const satisfies Call;

export const recallDealers = {
  method: 'GET',
  path: '/api/inspect/recall/dealers',
  access: ['recall:export'],
  parties: 'enterprise',
  answers: 'file',
  traced: true,
  summary: 'Export the dealers of a recall with their quantities and contacts as XLSX or CSV.',
  input: Input({ id: Id(), format: Type.Enum([...exportFormats]) }),
  output: Type.Unknown(),
} as const satisfies Call;

/** Formats of the report: PDF for signing, or a workbook. */
export const reportFormats = ['pdf', 'xlsx'] as const;

export const recallReport = {
  method: 'GET',
  path: '/api/inspect/recall/report',
  access: ['recall:export'],
  parties: 'enterprise',
  answers: 'file',
  traced: true,
  summary:
    'Get the report of a recall or drill as a PDF to sign or as XLSX: scope and reason, start and end, mass balance, ' +
    'locations, and each dealer with quantity and contact.',
  input: Input({ id: Id(), format: Type.Enum([...reportFormats]) }),
  output: Type.Unknown(),
} as const satisfies Call;
