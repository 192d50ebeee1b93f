import Type from 'typebox';
import { PictureHash } from '../../picture.ts';
import { Id, Nullable, RequiredText } from '../../thing/fields.ts';
import { Identifier } from '../../thing/identifiers.ts';
import { names } from '../../thing/referred.ts';
import { defineThing, type RowOf } from '../../thing/thing.ts';
import { defaulted, moments, optional, readOnly, required } from '../../thing/thing-fields.ts';
import { Status } from '../partner-fields.ts';

export const brand = defineThing({
  key: 'productsort',
  table: 'brand',
  parties: 'read',
  code: 'brand_code',
  path: '/api/base/brands',
  fields: {
    brand_name: required(RequiredText(128), { sort: true }),
    brand_code: required(Identifier(64), { sort: true }),
    /** The parent brand; none at the top level. */
    parent_id: optional(Id(), { exported: false }),
    parent_code: readOnly(Nullable(Type.String()), names('brand', 'parent_id')),
    parent_name: readOnly(Nullable(Type.String()), names('brand', 'parent_id')),
    logo: optional(PictureHash(), { exported: false }),
    /** The position among its siblings. */
    sort: defaulted(Type.Integer({ minimum: 0, maximum: 1_000_000 }), { sort: true }),
    /** The number of products of this brand, without those of its sub-brands. */
    products: readOnly(Type.Integer()),
    status: defaulted(Status(), { filter: true, sort: true }),
    ...moments,
  },
  chosenOn: ['productlist', 'productaddedit', 'scancode'],
  summaries: {
    page: 'List brands (paged), siblings in their order.',
    add: 'Add a brand, at the top level or below another one.',
    update: 'Change or move a brand. It cannot be moved below itself.',
    delete: 'Delete a brand without products and without brands below it.',
  },
});
export type Brand = RowOf<typeof brand>;
