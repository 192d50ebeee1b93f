import Type from 'typebox';
import { defineCall } from '../call.ts';
import { Id, IdInput, IdOutput, Input, Moment, Nullable, PageOf, PageQuery, RequiredText, Text } from '../fields.ts';
import { exportOf, importOf } from '../list.ts';
import { PictureHash } from '../picture.ts';
import { HierarchyLevel } from './hierarchy.ts';
import { ProductField } from './product-field.ts';

export const mostPictures = 12;

/** HTML for consumers by language; what does not belong into a text is left out of it. */
const Description = <T extends Type.TSchema>(html: T) =>
  Input({ zh: Type.Optional(html), en: Type.Optional(html), es: Type.Optional(html), ja: Type.Optional(html) });

const productContent = {
  /** Hashes of pictures, the first one being the product's face. */
  pictures: Type.Optional(Type.Array(PictureHash(), { maxItems: mostPictures })),
  description: Type.Optional(Description(Text(50_000))),
  /** Values of extension fields. When it is given, it has all of them: required ones must be there. */
  extension: Type.Optional(Type.Array(Input({ field_code: Text(64), value: Text(2000) }), { maxItems: 100 })),
};

const productFields = {
  product_code: RequiredText(64),
  product_name: RequiredText(128),
  gtin: Type.Optional(Nullable(Text(14))),
  spec: Type.Optional(Nullable(Text(128))),
  brand_id: Type.Optional(Nullable(Id())),
  category: Type.Optional(Nullable(Text(64))),
  /** What one of it is called: a bottle. */
  unit_id: Type.Optional(Nullable(Id())),
  /** The packaging relation by which it is packed. */
  hierarchy_id: Type.Optional(Nullable(Id())),
  shelf_life_days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 36_500 }))),
  status: Type.Optional(Type.Enum(['enabled', 'disabled'])),
  ...productContent,
};

export const Product = Type.Object({
  id: Id(),
  product_code: Type.String(),
  product_name: Type.String(),
  gtin: Nullable(Type.String()),
  spec: Nullable(Type.String()),
  brand_id: Nullable(Id()),
  brand_code: Nullable(Type.String()),
  brand_name: Nullable(Type.String()),
  category: Nullable(Type.String()),
  unit_id: Nullable(Id()),
  unit_code: Nullable(Type.String()),
  /** The unit in the caller's language. */
  unit_symbol: Nullable(Type.String()),
  hierarchy_id: Nullable(Id()),
  hierarchy_code: Nullable(Type.String()),
  hierarchy_name: Nullable(Type.String()),
  shelf_life_days: Nullable(Type.Integer()),
  /** Hash of its first picture. */
  picture: Nullable(Type.String()),
  status: Type.Enum(['enabled', 'disabled']),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type Product = Type.Static<typeof Product>;

export const productSortColumns = ['product_code', 'product_name', 'gtin', 'created_at', 'updated_at'] as const;
export const productFilters = {
  /** Finds by any part of code, name, spec, category or GTIN, and by the pinyin of Chinese ones. */
  keyword: Type.Optional(Text(64)),
  product_code: Type.Optional(Text(64)),
  product_name: Type.Optional(Text(128)),
  gtin: Type.Optional(Text(14)),
  /** A brand, with the brands below it. */
  brand_id: Type.Optional(Id()),
  category: Type.Optional(Text(64)),
  status: Type.Optional(Type.Enum(['enabled', 'disabled'])),
};

export const productPage = defineCall({
  method: 'GET',
  path: '/api/base/products/pagelist',
  access: ['productlist', 'records', 'customerquery', 'scancode'],
  summary: 'Products, a page at a time.',
  input: PageQuery(productSortColumns, productFilters),
  output: PageOf(Product),
});
export const ProductDetail = Type.Object({
  ...Product.properties,
  pictures: Type.Array(Type.String()),
  description: Description(Type.String()),
  /** Enabled extension fields in their order, with the value this product has. */
  extension: Type.Array(Type.Object({ field: ProductField, value: Nullable(Type.String()) })),
  hierarchy_version: Nullable(Type.Integer()),
  levels: Type.Array(HierarchyLevel),
  /** Its orders of codes; null for who may not see orders. */
  orders: Nullable(
    Type.Object({
      count: Type.Integer(),
      quantity: Type.Integer(),
      latest: Type.Array(Type.Object({ order_no: Type.String(), quantity: Type.Integer(), created_at: Type.String() })),
    }),
  ),
  /** Scans on each of the last 30 days, oldest first; null for who may not see scans. */
  scans: Nullable(Type.Array(Type.Object({ day: Type.String(), scanned: Type.Integer() }))),
});
export type ProductDetail = Type.Static<typeof ProductDetail>;

export const productDetail = defineCall({
  method: 'GET',
  path: '/api/base/products/detail',
  access: ['productpages', 'productaddedit'],
  summary: 'All that is known of a product.',
  input: IdInput(),
  output: ProductDetail,
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
  summary: 'Change a product. What is left out stays as it is.',
  input: Input({ id: Id(), ...productFields, updated_at: Type.Optional(Moment()) }),
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
