import { Form, type FormInstance, Modal } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Call } from '../../../contract/call.ts';
import { ApiError } from '../../api/apiError.ts';
import { call } from '../../api/call.ts';
import { notify } from '../../notices/notices.ts';
import { FieldInput } from './FieldInput.tsx';
import type { Field, ListSpec, Row } from './fields.ts';

interface RecordFormProps {
  readonly spec: ListSpec;
  readonly definition: Call;
  /** The row that is changed; none when one is added. */
  readonly row: Row | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Adds or changes a row. What the server refuses is said beside the field it is about. */
export default function RecordForm({ spec, definition, row, onDone, onClose }: RecordFormProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Record<string, unknown>>();
  const [busy, setBusy] = useState(false);
  const values = Form.useWatch([], form) ?? {};
  const fields = formFields(spec.fields, row);
  const aside = spec.formAside?.(values, (filled) => form.setFieldsValue(filled));

  const save = async () => {
    const entered = await form.validateFields().catch(() => undefined);
    if (!entered) return;
    setBusy(true);
    try {
      await call(definition, inputOf(fields, entered, row), { fieldErrors: true });
      notify.success(t('datapage.saved'));
      onDone();
    } catch (error) {
      if (error instanceof ApiError) showProblems(form, fields, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t(`${spec.name}.${row ? 'update' : 'add'}`)}
      okText={t('datapage.save')}
      cancelText={t('datapage.cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
      mask={{ closable: false }}
      width={aside ? 880 : 560}
      styles={{ body: { maxHeight: '70vh', overflowY: 'auto', paddingInline: 4 } }}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={initialValues(fields, row)}
        onFinish={() => void save()}
        style={aside ? { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(280px, 1fr))', gap: 24 } : {}}
      >
        <div>
          {fields.map((field) => (
            <Form.Item
              key={field.key}
              name={field.key}
              label={t(`${spec.name}.${field.key}`)}
              extra={field.form?.hint ? t(field.form.hint) : undefined}
              rules={rulesOf(field, t(`${spec.name}.${field.key}`), t)}
            >
              <FieldInput list={spec.name} field={field} allowClear={!field.form?.required} />
            </Form.Item>
          ))}
          {/* Enter in any field saves. */}
          <button type="submit" hidden tabIndex={-1} aria-hidden />
        </div>
        {aside}
      </Form>
    </Modal>
  );
}

const formFields = (fields: readonly Field[], row: Row | undefined): Field[] =>
  fields.filter(({ form }) => form && !(row ? form.onlyNew : form.onlyOld));

const initialValues = (fields: readonly Field[], row: Row | undefined): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ key, form }) => [key, row ? row[key] : form?.initial]));

function rulesOf({ form }: Field, title: string, t: TFunction) {
  return [
    ...(form?.required ? [required(t('datapage.required', { title }))] : []),
    ...(form?.pattern ? [{ pattern: form.pattern.test, message: t(form.pattern.says) }] : []),
  ];
}

/** A value that is not only blanks; numbers and choices count as they are. */
const required = (message: string) => ({
  required: true,
  validator: (_: unknown, value: unknown) =>
    value === undefined || value === null || String(value).trim() === ''
      ? Promise.reject(new Error(message))
      : Promise.resolve(),
});

/** An emptied field is sent as null when it is changed, and left out when it is new. */
function inputOf(
  fields: readonly Field[],
  entered: Record<string, unknown>,
  row: Row | undefined,
): Record<string, unknown> {
  const input = Object.fromEntries(
    fields.map(({ key, form }) => {
      const value = entered[key];
      if (value !== undefined && value !== null && value !== '') return [key, value];
      return [key, typeof form?.initial === 'string' ? form.initial : row ? null : undefined];
    }),
  );
  return row ? { id: row.id, ...input } : input;
}

function showProblems(form: FormInstance<Record<string, unknown>>, fields: readonly Field[], error: ApiError): void {
  const known = error.fields.filter(({ path }) => fields.some(({ key }) => key === path));
  form.setFields(known.map(({ path, message }) => ({ name: path, errors: [message] })));
  if (known[0]) form.scrollToField(known[0].path, { focus: true });
  // What is about no field of this form, and what is about none at all, has to be said all the same.
  if (known.length === 0 && error.fields.length > 0) notify.error(error.message);
}
