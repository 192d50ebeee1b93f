import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { inEachLanguage } from '../../languages.ts';
import { screensIn } from '../../menu.ts';
import { PictureHash } from '../../picture.ts';
import { ExtensionValues } from '../../thing/extension.ts';
import { Id, IdInput, Input, Nullable, RequiredText, RuleId, Text } from '../../thing/fields.ts';
import { Gtin, Identifier, IdentifierOrNone } from '../../thing/identifiers.ts';
import { translationsOf } from '../../thing/in-languages.ts';
import { names } from '../../thing/referred.ts';
import { defineThing, type RowOf } from '../../thing/thing.ts';
import { defaulted, moments, optional, readOnly, required } from '../../thing/thing-fields.ts';
import { statusField } from '../partner-fields.ts';
import { HierarchyLevel } from './hierarchy.ts';
import { productField } from './product-field.ts';

export const maxPictures = 12;

/** HTML for consumers, by language; tags that are not allowed in texts are removed. */
const Description = <T extends Type.TSchema>(html: T) => Input(inEachLanguage(() => Type.Optional(html)));

const ReadOnlyText = () => readOnly(Nullable(Type.String()));
/** Shown by the form and the page of a product, but not by lists. */
const content = { exported: false, row: null } as const;

export const product = defineThing({
  key: 'productlist',
  table: 'product',
  parties: 'read',
  code: 'product_code',
  upsert: true,
  path: '/api/base/products',
  fields: {
    product_code: required(Identifier(64), { sort: true, filter: IdentifierOrNone(64) }),
    product_name: required(RequiredText(128), { sort: true, filter: Text(128) }),
    /** The hash of the first picture. */
    picture: readOnly(Nullable(Type.String()), { exported: false }),
    ...statusField,
    gtin: optional(Gtin(), { sort: true, filter: true }),
    spec: optional(Text(128)),
    /** Filtering by a brand includes the products of its sub-brands. */
    brand_id: optional(Id(), { filter: true, exported: false }),
    brand_code: ReadOnlyText(),
    brand_name: readOnly(Nullable(Type.String()), names('brand', 'brand_id')),
    category: optional(Text(64), { filter: true }),
    /** The name of a single item, such as bottle. */
    unit_id: optional(Id(), { exported: false }),
    unit_code: ReadOnlyText(),
    /** The unit in the caller's language. */
    unit_symbol: readOnly(Nullable(Type.String()), names('unit', 'unit_id')),
    /** The packaging relation of the product. */
    hierarchy_id: optional(Id(), { exported: false }),
    hierarchy_code: ReadOnlyText(),
    hierarchy_name: readOnly(Nullable(Type.String()), names('hierarchy', 'hierarchy_id')),
    /** The rules that codes of the product are made by, at most one of each level; without one of a level, any rule will do. */
    rule_ids: defaulted(Type.Array(RuleId(), { maxItems: 4 }), { exported: false }),
    /** The names of these rules. */
    code_rules: readOnly(Nullable(Type.String())),
    shelf_life_days: optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
    /** Goods are sold only with so many days left; a dealer may ask for more. */
    min_remaining_days: optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
    /** Translations of name and specification for consumers. */
    ...translationsOf('product_name', 128),
    ...translationsOf('spec', 128),
    /** The hashes of the pictures; the first one represents the product in lists. */
    pictures: defaulted(Type.Array(PictureHash(), { maxItems: maxPictures }), content),
    description: defaulted(Description(Text(50_000)), content),
    /** The values of the extension fields. An update replaces all of them, so required ones must be included. */
    extension: defaulted(ExtensionValues(), content),
    /** The extension values in words, as files have them. */
    extension_list: readOnly(Type.String()),
    ...moments,
  },
  chosenOn: [
    'minderlieferung',
    'barter',
    'rdcdissociated',
    'dissociated',
    'unrelevance1',
    'replace',
    'readycreate',
    'records',
    'customerquery',
    'scancode',
    'orderlist',
    'freight',
    'stock',
    'refund',
    'recall',
    'inspectrecord',
    'queryconsumerwarning',
    'diversion',
    'connect',
  ],
  summaries: {
    page:
      'List products (paged). `keyword` matches any part of code, name, spec, category or GTIN, and the pinyin of ' +
      'Chinese text.',
    add: 'Add a product. Its code is unique, ignoring case; its GTIN must have a valid check digit.',
    update: 'Change a product. Omitted fields keep their value.',
    delete: 'Delete a product that is not in use.',
  },
});
export type Product = RowOf<typeof product>;

export const ProductDetail = Type.Object({
  ...product.Row.properties,
  pictures: Type.Array(Type.String()),
  description: Description(Type.String()),
  /** The enabled extension fields in display order, with the value of this product. */
  extension: Type.Array(Type.Object({ field: productField.Row, value: Nullable(Type.String()) })),
  hierarchy_version: Nullable(Type.Integer()),
  levels: Type.Array(HierarchyLevel),
  /** The code orders of the product; null if the caller may not see code orders. */
  orders: Nullable(
    Type.Object({
      count: Type.Integer(),
      quantity: Type.Integer(),
      latest: Type.Array(Type.Object({ order_no: Type.String(), quantity: Type.Integer(), created_at: Type.String() })),
    }),
  ),
  /** Scans on each of the last 30 days, oldest first; null if the caller may not see scans. */
  scans: Nullable(Type.Array(Type.Object({ day: Type.String(), scanned: Type.Integer() }))),
});
export type ProductDetail = Type.Static<typeof ProductDetail>;

export const productDetail = defineCall({
  method: 'GET',
  path: '/api/base/products/detail',
  access: screensIn('product'),
  summary: 'Get a product in full.',
  input: IdInput(),
  output: ProductDetail,
});
