import { Form } from 'antd';
import { listText } from '../../../core/i18n/listText.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import type { Row } from '../../records.ts';
import type { Field } from '../fields.ts';
import { FieldInput } from './FieldInput.tsx';
import { rulesOf } from './recordInput.ts';

interface RecordItemsProps {
  readonly list: string;
  readonly fields: readonly Field[];
  /** The record that is changed or copied; undefined for a new one. */
  readonly row: Row | undefined;
  /** What is entered so far, if some fields depend on others. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The items of a form: label, input and errors of each field. */
export function RecordItems({ list, fields, row, values = {} }: RecordItemsProps) {
  const { t } = useTranslation();
  return fields.map((field) => (
    <Form.Item
      key={field.key}
      name={field.key}
      {...(field.form?.whole ? { className: 'record-form-whole' } : {})}
      label={listText(t, list, field.key)}
      extra={field.form?.hint ? t(field.form.hint) : undefined}
      rules={rulesOf(field, listText(t, list, field.key), t)}
    >
      <FieldInput list={list} field={narrowed(field, values)} row={row} allowClear={!field.form?.required} />
    </Form.Item>
  ));
}

/** A reference with only the rows that fit another field. */
function narrowed(field: Field, values: Readonly<Record<string, unknown>>): Field {
  const within = field.form?.within;
  const value = within && values[within.field];
  if (field.kind !== 'reference' || !within || !value) return field;
  const { reference } = field;
  return { ...field, reference: { ...reference, filters: { ...reference.filters, [within.filter]: value } } };
}
