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
}

/** The items of a form: label, input and errors of each field. */
export function RecordItems({ list, fields, row }: RecordItemsProps) {
  const { t } = useTranslation();
  return fields.map((field) => (
    <Form.Item
      key={field.key}
      name={field.key}
      label={listText(t, list, field.key)}
      extra={field.form?.hint ? t(field.form.hint) : undefined}
      rules={rulesOf(field, listText(t, list, field.key), t)}
    >
      <FieldInput list={list} field={field} row={row} allowClear={!field.form?.required} />
    </Form.Item>
  ));
}
