import type { ProductDetail } from '../../../../../contract/base/product.ts';
import type { ProductField } from '../../../../../contract/base/product-field.ts';

/** What the extension fields hold in the form: texts by the fields' codes. */
export const extensionValues = ({ extension }: Pick<ProductDetail, 'extension'>): Record<string, string | null> =>
  Object.fromEntries(extension.map(({ field, value }) => [field.field_code, value]));

/** The same of a product that is new. Each field has a value of its own: the form would find what every object has. */
export const noValues = (fields: readonly Pick<ProductField, 'field_code'>[]): Record<string, null> =>
  Object.fromEntries(fields.map(({ field_code }) => [field_code, null]));

/** The same as the calls take it. */
export const extensionInput = (values: Readonly<Record<string, string | null | undefined>>) =>
  Object.entries(values).map(([field_code, value]) => ({ field_code, value: value ?? '' }));
