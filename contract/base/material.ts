import Type from 'typebox';
import { defineCall } from '../call.ts';
import { Id, IdInput, IdOutput, Input, Moment, Nullable, PageOf, PageQuery, RequiredText, Text } from '../fields.ts';
import { exportOf, importOf } from '../list.ts';
import { keptFilters, keptRow, reachFields, reachRow, Status } from './partner-fields.ts';

export const materialKinds = ['raw', 'packaging'] as const;
const MaterialKind = () => Type.Enum([...materialKinds]);

const materialFields = {
  material_code: RequiredText(64),
  material_name: RequiredText(128),
  kind: MaterialKind(),
  spec: Type.Optional(Nullable(Text(128))),
  unit: Type.Optional(Nullable(Text(32))),
  shelf_life_days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 36_500 }))),
  /** Who usually supplies it; packaging materials only. */
  supplier_id: Type.Optional(Nullable(Id())),
  remark: Type.Optional(Nullable(Text(512))),
  status: Type.Optional(Status()),
};

export const Material = Type.Object({
  ...keptRow,
  material_code: Type.String(),
  material_name: Type.String(),
  kind: MaterialKind(),
  spec: Nullable(Type.String()),
  unit: Nullable(Type.String()),
  shelf_life_days: Nullable(Type.Integer()),
  supplier_id: Nullable(Id()),
  supplier_code: Nullable(Type.String()),
  supplier_name: Nullable(Type.String()),
  remark: Nullable(Type.String()),
});
export type Material = Type.Static<typeof Material>;

export const materialPage = defineCall({
  method: 'GET',
  path: '/api/base/materials/pagelist',
  access: ['material'],
  summary: 'Raw and packaging materials, a page at a time.',
  input: PageQuery(['material_code', 'material_name', 'created_at', 'updated_at'], {
    ...keptFilters,
    kind: Type.Optional(MaterialKind()),
    supplier_id: Type.Optional(Id()),
  }),
  output: PageOf(Material),
});
export const materialAdd = defineCall({
  method: 'POST',
  path: '/api/base/materials/add',
  access: ['material:add'],
  summary: 'Add a material. Only a packaging material has a supplier.',
  input: Input(materialFields),
  output: IdOutput(),
});
export const materialUpdate = defineCall({
  method: 'POST',
  path: '/api/base/materials/update',
  access: ['material:update'],
  summary: 'Change a material. With `updated_at` as it was read, a change made meanwhile refuses it (409).',
  input: Input({ id: Id(), ...materialFields, updated_at: Type.Optional(Moment()) }),
  output: IdOutput(),
});
export const materialDelete = defineCall({
  method: 'POST',
  path: '/api/base/materials/delete',
  access: ['material:delete'],
  summary: 'Delete a material that nothing refers to.',
  input: IdInput(),
  output: Type.Null(),
});
export const materialExport = exportOf(materialPage, ['material:export']);
export const materialImport = importOf(materialAdd, ['material:import']);

const supplierFields = {
  supplier_code: RequiredText(64),
  supplier_name: RequiredText(128),
  ...reachFields(),
  licence_no: Type.Optional(Nullable(Text(64))),
  status: Type.Optional(Status()),
};

export const Supplier = Type.Object({
  ...keptRow,
  supplier_code: Type.String(),
  supplier_name: Type.String(),
  ...reachRow,
  licence_no: Nullable(Type.String()),
  /** How many packaging materials it usually supplies. */
  materials: Type.Integer(),
});
export type Supplier = Type.Static<typeof Supplier>;

export const supplierPage = defineCall({
  method: 'GET',
  path: '/api/org/packagematerialsupplier/pagelist',
  access: ['material'],
  summary: 'Suppliers of packaging material, a page at a time.',
  input: PageQuery(['supplier_code', 'supplier_name', 'created_at', 'updated_at'], keptFilters),
  output: PageOf(Supplier),
});
export const supplierAdd = defineCall({
  method: 'POST',
  path: '/api/org/packagematerialsupplier/add',
  access: ['material:add'],
  summary: 'Add a supplier of packaging material.',
  input: Input(supplierFields),
  output: IdOutput(),
});
export const supplierUpdate = defineCall({
  method: 'POST',
  path: '/api/org/packagematerialsupplier/update',
  access: ['material:update'],
  summary: 'Change a supplier. With `updated_at` as it was read, a change made meanwhile refuses it (409).',
  input: Input({ id: Id(), ...supplierFields, updated_at: Type.Optional(Moment()) }),
  output: IdOutput(),
});
export const supplierDelete = defineCall({
  method: 'POST',
  path: '/api/org/packagematerialsupplier/delete',
  access: ['material:delete'],
  summary: 'Delete a supplier that nothing refers to.',
  input: IdInput(),
  output: Type.Null(),
});
export const supplierExport = exportOf(supplierPage, ['material:export']);
export const supplierImport = importOf(supplierAdd, ['material:import']);
