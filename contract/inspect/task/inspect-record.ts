import Type from 'typebox';
import { AreaCode } from '../../base/area.ts';
import { defineCall } from '../../call/call.ts';
import { CodeOfRows, Id, Input, Moment, Nullable, RequiredCode, Text } from '../../thing/fields.ts';
import { IdentifierOrNone } from '../../thing/identifiers.ts';
import { names } from '../../thing/referred.ts';
import { defineList, type RowOf } from '../../thing/thing.ts';
import { periodIn, readOnly } from '../../thing/thing-fields.ts';
import { onHold } from '../../trace/on-hold.ts';
import { Inspection, inspectVerdicts, labelFindings, Position, UploadKey } from './inspection.ts';

/** 稽查记录: what an inspector found and where, compared with what was expected. */

/** Report figures for which the inspections can be listed. */
export const countedAs = ['found_false', 'judged', 'judged_diverted'] as const;
export type CountedAs = (typeof countedAs)[number];

export const inspectRecord = defineList({
  key: 'inspectrecord',
  table: 'inspect_record',
  parties: 'nothing',
  path: '/api/inspect/inspectrecord',
  fields: {
    inspected_at: readOnly(Moment(), { sort: true }),
    code: readOnly(Type.String(), { filter: CodeOfRows() }),
    verdict: readOnly(Type.Enum([...inspectVerdicts]), { filter: true, sort: true }),
    /** What is wrong with the label, and what it said. */
    finding: readOnly(Nullable(Type.Enum([...labelFindings])), { filter: Type.Enum([...labelFindings]) }),
    label: readOnly(Nullable(Type.String())),
    product_name: readOnly(Nullable(Type.String()), names('product', 'product_id')),
    lot: readOnly(Nullable(Type.String()), names('lot', 'lot')),
    product_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    lot_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    province: readOnly(Nullable(Type.String()), { filter: AreaCode(), exported: false }),
    expected_dealer_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    expected_dealer: readOnly(Nullable(Type.String()), names('dealer', 'expected_dealer_id')),
    found_dealer_id: readOnly(Nullable(Id()), { exported: false }),
    found_dealer: readOnly(Nullable(Type.String()), names('dealer', 'found_dealer_id')),
    area_code: readOnly(Nullable(Type.String()), { exported: false }),
    /** The area in words. */
    area_name: readOnly(Nullable(Type.String())),
    latitude: readOnly(Nullable(Type.Number())),
    longitude: readOnly(Nullable(Type.Number())),
    note: readOnly(Nullable(Type.String())),
    inspector_id: readOnly(Id(), { exported: false }),
    inspector: readOnly(Type.String(), names('account', 'inspector_id')),
    /** The case, and the inspector's task, that it was done for. */
    case_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    case_no: readOnly(Nullable(Type.String()), names('inspect_case', 'case_id')),
    task_id: readOnly(Nullable(Id()), { exported: false }),
    task_no: readOnly(Nullable(Type.String()), names('inspect_task', 'task_id')),
    /** The evidence that was collected at it, the latest first. */
    evidence_id: readOnly(Nullable(Id()), { exported: false }),
    evidence_no: readOnly(Nullable(Type.String()), names('forensic_case', 'evidence_id')),
    period: periodIn('inspected_at'),
  },
  // Inspections that count for a report's figure.
  filters: { counted_as: Type.Optional(Type.Enum([...countedAs])) },
  summaries: { page: 'List inspections, newest first.' },
});
export type InspectRecord = RowOf<typeof inspectRecord>;

export const inspectAdd = defineCall({
  method: 'POST',
  path: '/api/inspect/inspectrecord/add',
  access: ['inspectrecord:add'],
  parties: 'enterprise',
  summary:
    'Inspect a code at the place and dealer where it was found. Diversion is suspected only if the place is given, by ' +
    "area or by the phone's position. A label that contradicts itself or its code is recorded as false. The " +
    'barcode of a product is refused, because it does not identify an item.',
  input: Input({
    code: RequiredCode(),
    area_code: Type.Optional(AreaCode()),
    position: Type.Optional(Position()),
    dealer_id: Type.Optional(Id()),
    note: Type.Optional(Text(1000)),
    /** When it was found, if reported later; not in the future. */
    inspected_at: Type.Optional(Moment()),
    upload_key: Type.Optional(UploadKey()),
    /** The stop of an inspector's task that it is done for. */
    stop_id: Type.Optional(Id()),
  }),
  output: Type.Object({
    ...Inspection.properties,
    /** The code as printed, or as given if it is unknown. */
    code: Type.String(),
    ...onHold,
  }),
});

/** The maximum number of candidates in an answer. */
export const maxCandidates = 50;

export const TornCandidate = Type.Object({
  code: Type.String(),
  product_name: Nullable(Type.String()),
  product_code: Nullable(Type.String()),
  lot: Nullable(Type.String()),
  ...onHold,
  state: Type.String(),
  life: Type.String(),
  dealer_name: Nullable(Type.String()),
  areas: Type.Array(Type.String()),
  scan_count: Type.Integer(),
  /** The criteria that the candidate meets; candidates with more of them come first. */
  fits: Type.Array(Type.Enum(['product', 'lot', 'dealer', 'area', 'sold', 'on_product'])),
});
export type TornCandidate = Type.Static<typeof TornCandidate>;

export const inspectTorn = defineCall({
  method: 'POST',
  path: '/api/inspect/inspectrecord/torn',
  access: ['inspectrecord:torn'],
  parties: 'enterprise',
  effect: 'none',
  traced: true,
  summary:
    'Find issued codes that match a partly readable one; `?` stands for an unreadable character. Without a product or ' +
    'lot, only a few characters can be missing. The best matches come first. Each code returned counts as a look-up of ' +
    'an unknown code.',
  input: Input({
    pattern: Text(64, { minLength: 4, pattern: '^[0-9A-Za-z?\\s-]+$' }),
    product_id: Type.Optional(Id()),
    lot: Type.Optional(IdentifierOrNone(64)),
    area_code: Type.Optional(AreaCode()),
    dealer_id: Type.Optional(Id()),
  }),
  output: Type.Object({
    candidates: Type.Array(TornCandidate),
    /** The number of all candidates; at most 50 of them are in the answer. */
    total: Type.Integer(),
    /** The number of codes searched. */
    searched: Type.Integer(),
  }),
});
