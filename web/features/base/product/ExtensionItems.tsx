import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ProductField } from '../../../../contract/base/product-field.ts';
import { DayInput } from '../../../ui/pickers/DayInput.tsx';
import { PictureInput } from '../../../ui/pictures/PictureUpload.tsx';

/** The extension fields in a form, each with the input that fits its kind. */
export function ExtensionItems({ fields }: { fields: readonly ProductField[] }) {
  const { t } = useTranslation();
  return fields.map((field) => (
    <Form.Item
      key={field.field_code}
      name={['extension', field.field_code]}
      label={field.label}
      extra={field.shown_to_consumers ? t('product.shownToConsumers') : undefined}
      rules={field.required ? [{ required: true, message: t('datapage.required', { title: field.label }) }] : []}
    >
      <ExtensionInput field={field} />
    </Form.Item>
  ));
}

interface ExtensionInputProps {
  readonly field: ProductField;
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
}

function ExtensionInput({ field, id, value, onChange }: ExtensionInputProps) {
  const idProps = id === undefined ? {} : { id };
  switch (field.kind) {
    case 'choice':
      return (
        <Select
          {...idProps}
          allowClear={!field.required}
          value={value ?? null}
          options={field.choices.map((choice) => ({ value: choice, label: choice }))}
          onChange={(choice) => onChange?.(choice ?? null)}
        />
      );
    case 'date':
      return <DayInput {...idProps} value={value ?? null} onChange={(day) => onChange?.(day)} />;
    case 'picture':
      return <PictureInput {...idProps} value={value} onChange={(hash) => onChange?.(hash as string | null)} />;
    default:
      return (
        <Input
          {...idProps}
          value={value ?? ''}
          maxLength={2000}
          autoComplete="off"
          {...(field.kind === 'number' ? { inputMode: 'decimal' as const } : {})}
          onChange={(event) => onChange?.(event.target.value)}
        />
      );
  }
}
