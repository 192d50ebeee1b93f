import { type ProductDetail, product as products } from '@suyuan/contract/base/product/product.ts';
import type { ProductField } from '@suyuan/contract/base/product/product-field.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { keysIn } from '@suyuan/contract/thing/in-languages.ts';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { inputOf, readAt, showProblems } from '#ui/DataPage/form/recordInput.ts';
import type { Row } from '#ui/records.ts';
import { productFields } from '../productSpec.tsx';

export const basicFields = productFields(
  'product_code',
  'product_name',
  'gtin',
  'spec',
  'brand_id',
  'category',
  'shelf_life_days',
  'min_remaining_days',
  'status',
);
export const packagingFields = productFields('unit_id', 'hierarchy_id', 'rule_ids');
export const languageFields = productFields(...keysIn('product_name'), ...keysIn('spec'));
export const plainFields = [...basicFields, ...packagingFields, ...languageFields];

const contentFields = (['pictures', 'description'] as const).map((key) => ({ key, kind: 'text' as const, form: {} }));

/** Saves the form of a product and shows the server's errors in it. */
export function useProductSave(
  form: FormInstance<Record<string, unknown>>,
  product: ProductDetail | undefined,
  onSaved: (id: number) => void,
) {
  const { t } = useTranslation();
  const row = product as Row | undefined;
  const [busy, setBusy] = useState(false);
  const [stale, setStale] = useState<string>();

  /** `anyway`: overwrite what somebody else has saved since. */
  const save = async (anyway = false) => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return notify.warning(t('product.incomplete'));
    setBusy(true);
    try {
      const input = {
        ...inputOf(plainFields, values, row),
        ...(row && !anyway ? readAt(products.update, row) : {}),
        pictures: values.pictures ?? [],
        description: values.description ?? {},
        extension: extensionInput((values.extension ?? {}) as Record<string, string | null>),
      };
      const options = { fieldErrors: true };
      const { id } = product
        ? await call(products.update, input as InputOf<typeof products.update>, options)
        : await call(products.add, input as InputOf<typeof products.add>, options);
      notify.success(t('datapage.saved'));
      onSaved(id);
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      setStale(error.code === ErrorCode.stale ? error.message : undefined);
      showRefused(error);
    } finally {
      setBusy(false);
    }
  };
  /** Errors of extension fields need a mapping, because their names in the form differ from those in the call. */
  const showRefused = (error: ApiError) => {
    const extensionErrors = error.fields.filter(({ path }) => path.startsWith('extension.'));
    form.setFields(
      extensionErrors.map(({ path, message }) => ({
        name: ['extension', path.slice('extension.'.length)],
        errors: [message],
      })),
    );
    showProblems(form, [...plainFields, ...contentFields], error);
  };
  return { busy, stale, save };
}

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
const extensionInput = (values: Readonly<Record<string, string | null | undefined>>) =>
  Object.entries(values).map(([field_code, value]) => ({ field_code, value: value ?? '' }));
