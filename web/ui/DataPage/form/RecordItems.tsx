import { ConfigProvider, Form } from 'antd';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { Row } from '../../records.ts';
import type { Field } from '../fields.ts';
import { FieldInput } from './FieldInput.tsx';
import { rulesOf } from './recordInput.ts';

interface RecordItemsProps {
  readonly list: string;
  readonly fields: readonly Field[];
  /** The record that is changed or copied; undefined for a new one. */
  readonly row: Row | undefined;
  /** Whether that record is changed. */
  readonly changes?: boolean;
  /** What is entered so far, if some fields depend on others. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The items of a form: label, input and errors of each field. */
export function RecordItems({ fields, ...rest }: RecordItemsProps) {
  return fields.map((field) => <RecordItem key={field.key} field={field} {...rest} />);
}

function RecordItem({ list, field, row, changes, values = {} }: Omit<RecordItemsProps, 'fields'> & { field: Field }) {
  const { t } = useTranslation();
  const title = listText(t, list, field.key);
  const fixedHint = changes && row ? field.form?.fixed?.(row) : undefined;
  const hint = fixedHint ?? field.form?.hint;
  return (
    <ConfigProvider {...(fixedHint ? { componentDisabled: true } : {})}>
      <Form.Item
        name={field.key}
        {...(field.form?.whole ? { className: 'record-form-whole' } : {})}
        label={title}
        extra={hint && t(hint)}
        rules={rulesOf(field, title, t)}
      >
        <FieldInput list={list} field={narrowed(field, values)} row={row} allowClear={!field.form?.required} warns />
      </Form.Item>
    </ConfigProvider>
  );
}

/** A reference with only the rows that fit another field. */
function narrowed(field: Field, values: Readonly<Record<string, unknown>>): Field {
  const within = field.form?.within;
  const value = within && values[within.field];
  if (field.kind !== 'reference' || !within || !value) return field;
  const { reference } = field;
  return { ...field, reference: { ...reference, filters: { ...reference.filters, [within.filter]: value } } };
}
