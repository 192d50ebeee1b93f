import Type from 'typebox';
import { defineCall } from '../call.ts';
import { Id, IdInput, IdOutput, Input, Moment, Nullable, PageOf, PageQuery, RequiredText, Text } from '../fields.ts';
import { exportOf, importOf } from '../list.ts';
import { PictureHash } from '../picture.ts';

const Status = () => Type.Enum(['enabled', 'disabled']);

const brandFields = {
  brand_code: RequiredText(64),
  brand_name: RequiredText(128),
  /** The brand it belongs to; none for one at the top. */
  parent_id: Type.Optional(Nullable(Id())),
  logo: Type.Optional(Nullable(PictureHash())),
  /** Its place among the brands beside it. */
  sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  status: Type.Optional(Status()),
};

export const Brand = Type.Object({
  id: Id(),
  brand_code: Type.String(),
  brand_name: Type.String(),
  parent_id: Nullable(Id()),
  parent_code: Nullable(Type.String()),
  parent_name: Nullable(Type.String()),
  logo: Nullable(Type.String()),
  sort: Type.Integer(),
  /** Products of this very brand. */
  products: Type.Integer(),
  status: Status(),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type Brand = Type.Static<typeof Brand>;

export const brandPage = defineCall({
  method: 'GET',
  path: '/api/base/brands/pagelist',
  access: ['productsort', 'productlist', 'scancode'],
  summary: 'Brands, a page at a time, those beside each other in their order.',
  input: PageQuery(['brand_code', 'brand_name', 'sort', 'status', 'created_at', 'updated_at'], {
    keyword: Type.Optional(Text(64)),
    status: Type.Optional(Status()),
  }),
  output: PageOf(Brand),
});
export const brandAdd = defineCall({
  method: 'POST',
  path: '/api/base/brands/add',
  access: ['productsort:add'],
  summary: 'Add a brand, at the top or below another one.',
  input: Input(brandFields),
  output: IdOutput(),
});
export const brandUpdate = defineCall({
  method: 'POST',
  path: '/api/base/brands/update',
  access: ['productsort:update'],
  summary: 'Change or move a brand. It cannot be moved below itself.',
  input: Input({ id: Id(), ...brandFields, updated_at: Type.Optional(Moment()) }),
  output: IdOutput(),
});
export const brandDelete = defineCall({
  method: 'POST',
  path: '/api/base/brands/delete',
  access: ['productsort:delete'],
  summary: 'Delete a brand without products and without brands below it.',
  input: IdInput(),
  output: Type.Null(),
});
export const brandExport = exportOf(brandPage, ['productsort:export']);
export const brandImport = importOf(brandAdd, ['productsort:import']);
