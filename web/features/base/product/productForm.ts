import { brand } from '../../../../contract/base/brand.ts';
import { hierarchyPage } from '../../../../contract/base/hierarchy.ts';
import { unitPage } from '../../../../contract/base/packaging-unit.ts';
import type { ProductDetail } from '../../../../contract/base/product.ts';
import type { ProductField } from '../../../../contract/base/product-field.ts';
import type { Field } from '../../../ui/DataPage/fields.ts';

/** The fields of a product that describe it, as list, form and detail show them. */
export const basicFields: readonly Field[] = [
  {
    key: 'product_code',
    kind: 'text',
    column: { width: 140, sort: true },
    form: { required: true, maxLength: 64 },
    example: 'P-001',
  },
  {
    key: 'product_name',
    kind: 'text',
    column: { width: 240, sort: true },
    form: { required: true, maxLength: 128 },
    example: 'example.product_name',
  },
  {
    key: 'gtin',
    kind: 'text',
    search: true,
    column: { width: 150, sort: true },
    form: { maxLength: 14, hint: 'productlist.gtinHint' },
    example: '6901234567892',
  },
  { key: 'spec', kind: 'text', column: { width: 150 }, form: { maxLength: 128 }, example: '500 mL × 6' },
  {
    key: 'brand_id',
    kind: 'reference',
    reference: { page: brand.page, label: (row) => `${row.brand_name}` },
    nameOf: (row) => row.brand_name as string | null,
    search: true,
    column: false,
    form: {},
  },
  { key: 'category', kind: 'text', search: true, column: { width: 110 }, form: { maxLength: 64 } },
  { key: 'shelf_life_days', kind: 'number', min: 1, max: 36_500, column: { width: 120 }, form: {}, example: '365' },
  {
    key: 'status',
    kind: 'choice',
    choices: ['enabled', 'disabled'],
    tones: { enabled: 'success', disabled: 'default' },
    search: true,
    column: { width: 100 },
    form: { required: true, initial: 'enabled' },
  },
];

/** How it is packed. */
export const packagingFields: readonly Field[] = [
  {
    key: 'unit_id',
    kind: 'reference',
    reference: { page: unitPage, label: (row) => `${row.symbol}`, filters: { status: 'enabled' } },
    nameOf: (row) => row.unit_symbol as string | null,
    column: false,
    form: {},
  },
  {
    key: 'hierarchy_id',
    kind: 'reference',
    reference: { page: hierarchyPage, label: (row) => `${row.hierarchy_name}`, filters: { status: 'enabled' } },
    nameOf: (row) => row.hierarchy_name as string | null,
    column: false,
    form: {},
  },
];

/** What the extension fields hold in the form: texts by the fields' codes. */
export const extensionValues = ({ extension }: Pick<ProductDetail, 'extension'>): Record<string, string | null> =>
  Object.fromEntries(extension.map(({ field, value }) => [field.field_code, value]));

/** The same of a product that is new. Each field has a value of its own: the form would find what every object has. */
export const noValues = (fields: readonly Pick<ProductField, 'field_code'>[]): Record<string, null> =>
  Object.fromEntries(fields.map(({ field_code }) => [field_code, null]));

/** The same as the calls take it. */
export const extensionInput = (values: Readonly<Record<string, string | null | undefined>>) =>
  Object.entries(values).map(([field_code, value]) => ({ field_code, value: value ?? '' }));
