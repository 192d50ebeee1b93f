import Type from 'typebox';
import { defineCall } from './call.ts';
import { Id, IdInput, IdOutput, Input, Nullable, PageOf, PageQuery, RequiredText, Text } from './fields.ts';
import { exportOf, importOf } from './list.ts';

const productFields = {
  product_code: RequiredText(64),
  product_name: RequiredText(128),
  gtin: Type.Optional(Nullable(Text(14))),
  spec: Type.Optional(Nullable(Text(128))),
  status: Type.Optional(Type.Enum(['enabled', 'disabled'])),
};

export const Product = Type.Object({
  id: Id(),
  product_code: Type.String(),
  product_name: Type.String(),
  gtin: Nullable(Type.String()),
  spec: Nullable(Type.String()),
  status: Type.Enum(['enabled', 'disabled']),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type Product = Type.Static<typeof Product>;

export const productSortColumns = [
  'product_code',
  'product_name',
  'gtin',
  'status',
  'created_at',
  'updated_at',
] as const;
export const productFilters = {
  /** Finds by any part of code, name, spec or GTIN. */
  keyword: Type.Optional(Text(64)),
  product_code: Type.Optional(Text(64)),
  product_name: Type.Optional(Text(128)),
  gtin: Type.Optional(Text(14)),
  status: Type.Optional(Type.Enum(['enabled', 'disabled'])),
};

export const productPage = defineCall({
  method: 'GET',
  path: '/api/base/products/pagelist',
  access: ['productlist', 'records', 'customerquery'],
  summary: 'Products, a page at a time.',
  input: PageQuery(productSortColumns, productFilters),
  output: PageOf(Product),
});
export const productAdd = defineCall({
  method: 'POST',
  path: '/api/base/products/add',
  access: ['productlist:add'],
  summary: 'Add a product. A product code is unique without regard to case; a GTIN has a right check digit.',
  input: Input(productFields),
  output: IdOutput(),
});
export const productUpdate = defineCall({
  method: 'POST',
  path: '/api/base/products/update',
  access: ['productlist:update'],
  summary: 'Change a product.',
  input: Input({ id: Id(), ...productFields }),
  output: IdOutput(),
});
export const productDelete = defineCall({
  method: 'POST',
  path: '/api/base/products/delete',
  access: ['productlist:delete'],
  summary: 'Delete a product that nothing refers to.',
  input: IdInput(),
  output: Type.Null(),
});
export const productExport = exportOf(productPage, ['productlist:export']);
export const productImport = importOf(productAdd, ['productlist:import']);
