import type { ProductField } from '@suyuan/contract/base/product-field.ts';
import { Form } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ExtensionInput } from '#ui/extension/ExtensionInput.tsx';

/** Form items of the extension fields, each with the input for its kind. */
export function ExtensionItems({ fields }: { fields: readonly ProductField[] }) {
  const { t } = useTranslation();
  return fields.map((field) => (
    <Form.Item
      key={field.field_code}
      name={['extension', field.field_code]}
      label={field.label}
      extra={field.shown_to_consumers ? t('prodcutextend.shown_to_consumers') : undefined}
      rules={field.required ? [{ required: true, message: t('datapage.required', { title: field.label }) }] : []}
    >
      <ExtensionInput field={field} />
    </Form.Item>
  ));
}
