import type { ProductDetail } from '@suyuan/contract/base/product.ts';
import type { ProductField } from '@suyuan/contract/base/product-field.ts';

/** Values of extension fields in the form: texts by field code. */
export const extensionValues = ({ extension }: Pick<ProductDetail, 'extension'>): Record<string, string | null> =>
  Object.fromEntries(extension.map(({ field, value }) => [field.field_code, value]));

/**
 * Initial values of a new product. Every field has a value, because the form would otherwise find inherited properties of
 * objects for codes such as `function Object() { [native code] }`.
 */
export const noValues = (fields: readonly Pick<ProductField, 'field_code'>[]): Record<string, null> =>
  Object.fromEntries(fields.map(({ field_code }) => [field_code, null]));

/** Values of extension fields in the form of the calls' input. */
export const extensionInput = (values: Readonly<Record<string, string | null | undefined>>) =>
  Object.entries(values).map(([field_code, value]) => ({ field_code, value: value ?? '' }));
