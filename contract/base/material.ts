import Type from 'typebox';
import { Id, Nullable, RequiredText, Text } from '../thing/fields.ts';
import { Gtin, Identifier } from '../thing/identifiers.ts';
import { names } from '../thing/referred.ts';
import { LicenceNo } from '../thing/text-formats.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { moments, optional, readOnly, required } from '../thing/thing-fields.ts';
import { reachableFields, statusField } from './partner-fields.ts';

const ReadOnlyText = () => readOnly(Nullable(Type.String()));

/** Raw materials and packaging materials. */
export const material = defineThing({
  key: 'material',
  table: 'material',
  parties: 'read',
  code: 'material_code',
  upsert: true,
  path: '/api/base/materials',
  fields: {
    material_code: required(Identifier(64), { sort: true }),
    material_name: required(RequiredText(128), { sort: true }),
    kind: required(Type.Enum(['raw', 'packaging']), { filter: true }),
    /** The GTIN on the supplier's labels. */
    gtin: optional(Gtin()),
    ...statusField,
    spec: optional(Text(128)),
    unit: optional(Text(32)),
    shelf_life_days: optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
    /** The usual supplier; only for packaging materials. */
    supplier_id: optional(Id(), { filter: true, exported: false }),
    supplier_code: ReadOnlyText(),
    supplier_name: readOnly(Nullable(Type.String()), names('supplier', 'supplier_id')),
    remark: optional(Text(512)),
    ...moments,
  },
  chosenOn: ['orderlist', 'materialquery'],
  summaries: {
    page: 'List raw and packaging materials (paged).',
    add: 'Add a material. Only packaging materials have a supplier.',
    update: 'Change a material. If `updated_at` is sent and outdated, the call is refused (409).',
    delete: 'Delete a material that is not in use.',
  },
});
export type Material = RowOf<typeof material>;

/** Suppliers of packaging material. */
export const supplier = defineThing({
  key: 'material',
  list: 'supplier',
  table: 'packaging_supplier',
  parties: 'nothing',
  code: 'supplier_code',
  upsert: true,
  path: '/api/org/packagematerialsupplier',
  fields: {
    supplier_code: required(Identifier(64), { sort: true }),
    supplier_name: required(RequiredText(128), { sort: true }),
    ...statusField,
    ...reachableFields,
    licence_no: optional(LicenceNo()),
    /** The number of packaging materials with this supplier as their usual one. */
    materials: readOnly(Type.Integer()),
    ...moments,
  },
  chosenOn: ['certificate'],
  summaries: {
    page: 'List suppliers of packaging material (paged).',
    add: 'Add a supplier of packaging material.',
    update: 'Change a supplier. If `updated_at` is sent and outdated, the call is refused (409).',
    delete: 'Delete a supplier that is not in use.',
  },
});
export type Supplier = RowOf<typeof supplier>;
