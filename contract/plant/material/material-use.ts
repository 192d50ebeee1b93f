import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { Day, Id, IdOutput, Input, Moment, Nullable, RequiredText, Text } from '../../thing/fields.ts';
import { Identifier } from '../../thing/identifiers.ts';
import { addingImportOf } from '../../thing/list.ts';
import { names } from '../../thing/referred.ts';
import { defineList, type RowOf } from '../../thing/thing.ts';
import { defaulted, inputOf, moments, optional, personOf, readOnly, required } from '../../thing/thing-fields.ts';

/** The maximum length of a supplier's label. */
const longestLabel = 512;

/**
 * Lots of raw and packaging materials used by work orders. Records are never changed: a correction is a new record that
 * supersedes the old one, and both are listed.
 */
export const materialUse = defineList({
  key: 'materialquery',
  list: 'materialuse',
  table: 'material_use',
  path: '/api/plant/materialuse',
  fields: {
    work_order_id: required(Id(), { filter: true, exported: false }),
    order_no: readOnly(Type.String(), names('work_order', 'work_order_id')),
    product_id: readOnly(Id(), { exported: false }),
    product_name: readOnly(Type.String(), names('product', 'product_id')),
    material_id: required(Id(), { filter: true, exported: false }),
    material_code: readOnly(Type.String(), names('material', 'material_id')),
    material_name: readOnly(Type.String(), names('material', 'material_id')),
    kind: readOnly(Type.Enum(['raw', 'packaging'])),
    material_lot: required(Identifier(64), { filter: true }),
    /** By default, the usual supplier of the material. */
    supplier: optional(Text(128)),
    /** 0 in a correction means that the lot was not used after all. */
    amount: required(Type.Number({ minimum: 0, maximum: 999_999_999_999 })),
    /** By default, the unit of the material. */
    unit: optional(Text(32)),
    expiry_date: optional(Day()),
    /** Why an expired lot was used; without a reason, it is refused. */
    expired_reason: optional(Text(256)),
    /** By default, now. */
    used_at: defaulted(Moment(), { sort: true }),
    /** The scanned text of the label. */
    label: optional(Text(longestLabel), { exported: false, row: null }),
    source: readOnly(Type.Enum(['scan', 'form', 'import'])),
    /** Null if the caller may not see that person. */
    ...personOf('used'),
    /** The record that this one corrects, and the reason. */
    corrects: readOnly(Nullable(Id()), { exported: false }),
    correction_reason: readOnly(Nullable(Type.String())),
    /** Whether it was superseded by a correction. */
    corrected: readOnly(Type.Boolean()),
    created_at: moments.created_at,
  },
  chosenOn: ['orderlist'],
  summaries: { page: 'List the material lots that work orders used, including corrected records.' },
});
export type MaterialUse = RowOf<typeof materialUse>;

const { work_order_id, material_id, ...facts } = inputOf(materialUse.fields);

export const materialUseAdd = defineCall({
  method: 'POST',
  path: '/api/plant/materialuse/add',
  access: ['orderlist:materials'],
  summary: 'Record a material lot used by a work order, entered by hand or scanned from its label.',
  input: Input({ work_order_id, material_id, ...facts }),
  output: IdOutput(),
});

export const materialUseImport = addingImportOf(materialUseAdd, ['orderlist:materials']);

export const materialUseCorrect = defineCall({
  method: 'POST',
  path: '/api/plant/materialuse/correct',
  access: ['orderlist:materials'],
  summary:
    'Correct the record of a material lot. A new record replaces the old one, which is kept. An amount of 0 means that ' +
    'it was not used.',
  input: Input({
    id: Id(),
    material_lot: Type.Optional(facts.material_lot),
    supplier: facts.supplier,
    amount: Type.Optional(facts.amount),
    unit: facts.unit,
    expiry_date: facts.expiry_date,
    expired_reason: facts.expired_reason,
    reason: RequiredText(256),
  }),
  output: IdOutput(),
});

export const materialLabelRead = defineCall({
  method: 'POST',
  path: '/api/plant/materialuse/label',
  access: ['orderlist:materials'],
  effect: 'none',
  summary:
    "Read a supplier's label in any GS1 notation, or a plain lot of up to 20 characters. The material is found by its " +
    'GTIN, or by earlier uses of the lot. Unreadable parts are reported, and never used as a lot.',
  input: Input({ label: RequiredText(longestLabel) }),
  output: Type.Object({
    gtin: Nullable(Type.String()),
    material_id: Nullable(Id()),
    material_code: Nullable(Type.String()),
    material_name: Nullable(Type.String()),
    material_lot: Nullable(Type.String()),
    supplier: Nullable(Type.String()),
    amount: Nullable(Type.Number()),
    /** Null for a count of pieces of a material that is kept by weight or another measure. */
    unit: Nullable(Type.String()),
    expiry_date: Nullable(Type.String()),
    expired: Type.Boolean(),
    /** What was not understood, as printed, and why. */
    unread: Type.Array(Type.Object({ text: Type.String(), message: Type.String() })),
  }),
});
