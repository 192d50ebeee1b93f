import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Id, IdInput, IdOutput, Input, Moment, Nullable, RequiredCode, RequiredText, Text } from '../thing/fields.ts';
import { exportFormats } from '../thing/list.ts';
import { names } from '../thing/referred.ts';
import { defineList, type RowOf } from '../thing/thing.ts';
import { periodIn, rowOf, told } from '../thing/thing-fields.ts';
import { placeKinds } from '../trace/acts.ts';

/** 召回: recalls of goods, real ones and drills, from planning to closing. */

export const recallStatuses = ['planned', 'begun', 'closed'] as const;
export const recallScopes = ['lot', 'work_order', 'material_lot', 'codes', 'range'] as const;
export type RecallScope = (typeof recallScopes)[number];

export const recall = defineList({
  key: 'recall',
  table: 'recall',
  parties: 'nothing',
  path: '/api/inspect/recall',
  fields: {
    recall_no: told(Type.String(), { sort: true, filter: Text(32) }),
    status: told(Type.Enum([...recallStatuses]), { filter: true, sort: true }),
    drill: told(Type.Boolean(), { filter: true }),
    scope_kind: told(Type.Enum([...recallScopes]), { filter: true }),
    /** The scope in words. */
    scope: told(Type.String()),
    reason: told(Type.String()),
    /** Whether its goods are on hold and consumers are warned. */
    in_force: told(Type.Boolean(), { exported: false }),
    created_by: told(Type.String(), names('account', 'created_by_id')),
    created_by_id: told(Id(), { exported: false }),
    created_at: told(Moment(), { sort: true }),
    begun_by: told(Nullable(Type.String()), names('account', 'begun_by_id')),
    begun_by_id: told(Nullable(Id()), { exported: false }),
    begun_at: told(Nullable(Moment()), { sort: true }),
    closed_by: told(Nullable(Type.String()), names('account', 'closed_by_id')),
    closed_by_id: told(Nullable(Id()), { exported: false }),
    closed_at: told(Nullable(Moment())),
    close_note: told(Nullable(Type.String())),
    period: periodIn('created_at'),
  },
  says: { page: 'Recalls and drills, the latest first.' },
});
export type Recall = RowOf<typeof recall>;

/** Units affected by a recall, by where they are now; `unaccounted` are those of which that is unknown. */
export const Balance = Type.Object({
  made: Type.Integer(),
  in_stock: Type.Integer(),
  in_transit: Type.Integer(),
  with_dealers: Type.Integer(),
  outside: Type.Integer(),
  /** Given up for lost on their way. */
  lost: Type.Integer(),
  returned: Type.Integer(),
  destroyed: Type.Integer(),
  sampled: Type.Integer(),
  /** Put aside by the line, and on the line in no package yet: both at no place. */
  rejected: Type.Integer(),
  unpacked: Type.Integer(),
  unaccounted: Type.Integer(),
});
export type Balance = Type.Static<typeof Balance>;

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

export const mostPackages = 200;

export const recallDetail = defineCall({
  method: 'GET',
  path: '/api/inspect/recall/detail',
  access: ['recall'],
  parties: 'enterprise',
  summary:
    'A recall with its goods and where they are now: mass balance, places, dealers with what they hold and how to reach ' +
    'them, and the outermost packages. Of a closed one `balance` is as it was then.',
  input: IdInput(),
  output: Type.Object({
    id: Id(),
    ...rowOf(recall.fields),
    lots: Type.Array(Type.Object({ product_code: Type.String(), product_name: Type.String(), lot: Type.String() })),
    /** The scope's codes, and the number of all codes recalled with them. */
    codes: Type.Array(Type.String()),
    total_codes: Type.Integer(),
    balance: Balance,
    places: Type.Array(
      Type.Object({
        kind: Type.Enum([...placeKinds]),
        code: Nullable(Type.String()),
        name: Nullable(Type.String()),
        units: Type.Integer(),
      }),
    ),
    dealers: Type.Array(RecallDealer),
    /** The first 200 packages that are not inside another one. */
    packages: Type.Array(
      Type.Object({
        code: Type.String(),
        level: Type.Integer(),
        units: Type.Integer(),
        place: Nullable(Type.String()),
      }),
    ),
    more_packages: Type.Boolean(),
  }),
});

/** The maximum number of codes in the scope of a recall. */
const mostCodes = 500;

/** The scope of a recall, by how it is chosen. */
export const recallScope = {
  lot: Input({ lot: RequiredText(64), product_id: Type.Optional(Id()) }),
  work_order: Input({ work_order_id: Id() }),
  material_lot: Input({ material_lot: RequiredText(64), material_id: Type.Optional(Id()) }),
  codes: Input({ codes: Type.Array(RequiredCode(), { minItems: 1, maxItems: mostCodes }) }),
  range: Input({ first_code: RequiredCode(), last_code: RequiredCode() }),
} as const satisfies Readonly<Record<RecallScope, Type.TObject>>;

export const recallAdd = defineCall({
  method: 'POST',
  path: '/api/inspect/recall/add',
  access: ['recall:add'],
  parties: 'enterprise',
  summary:
    'Choose what is to be called back: a lot (of one product or of any), a work order, a lot of material, codes with ' +
    'all that lies in them, or all that were issued of one rule from one code to another, in the order of their numbers. Nothing happens to the goods before it begins. A work order and a lot of material stand for ' +
    'the lots that were made by them, whole.',
  input: Input({
    scope: Type.Union([
      recallScope.lot,
      recallScope.work_order,
      recallScope.material_lot,
      recallScope.codes,
      recallScope.range,
    ]),
    drill: Type.Boolean(),
    reason: RequiredText(1000),
  }),
  output: Type.Object({ ...IdOutput().properties, recall_no: Type.String() }),
});

export const recallBegin = defineCall({
  method: 'POST',
  path: '/api/inspect/recall/begin',
  access: ['recall:begin'],
  parties: 'enterprise',
  summary:
    'Begin a recall. In earnest its goods are held from then on: they are not loaded or shipped except by waybills of the ' +
    'kind recall, and whoever scans one is told so, on every server. A drill blocks nothing.',
  input: IdInput(),
  output: IdOutput(),
});

export const recallClose = defineCall({
  method: 'POST',
  path: '/api/inspect/recall/close',
  access: ['recall:close'],
  parties: 'enterprise',
  summary:
    'Close a recall with a note; where its goods are then is kept. With `release` what is still there may be sold again; ' +
    'without, it stays held and consumers are told so further on.',
  input: Input({ id: Id(), note: RequiredText(1000), release: Type.Optional(Type.Boolean()) }),
  output: IdOutput(),
});

export const recallDealers = {
  method: 'GET',
  path: '/api/inspect/recall/dealers',
  access: ['recall:export'],
  parties: 'enterprise',
  answers: 'file',
  traced: true,
  summary: 'The dealers of a recall with what they hold and how to reach them, as XLSX or CSV.',
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
    'The report of a recall or drill: what was called back and why, when it began and was closed, the mass balance, where ' +
    'the goods are, and each dealer with what it holds and how to reach it. As a PDF to sign, or as XLSX.',
  input: Input({ id: Id(), format: Type.Enum([...reportFormats]) }),
  output: Type.Unknown(),
} as const satisfies Call;
