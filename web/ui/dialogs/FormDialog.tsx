import { Form, type FormInstance } from 'antd';
import { type ReactNode, useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { EditForm } from '../edit/EditForm.tsx';
import { type Summary, SummaryView } from '../edit/Summary.tsx';
import { EditDialog } from './EditDialog.tsx';

export type FormValues = Record<string, unknown>;

interface FormDialogProps {
  readonly title: string;
  readonly okText: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly width?: number;
  readonly initialValues?: FormValues;
  /** Makes the call, with `fieldErrors: true`; the dialog closes if it succeeds. */
  readonly run: (values: FormValues) => Promise<unknown>;
  /** A summary to be confirmed, for what cannot be undone. */
  readonly summaryOf?: (values: FormValues) => Summary;
  /** Maps a field of the call to the form item that shows its errors, if the names differ. */
  readonly itemOf?: (path: string) => string;
  /** Called after saving, instead of `onClose`. */
  readonly onSaved?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode | ((form: FormInstance<FormValues>) => ReactNode);
}

/** A dialog with a form and one call. Errors of the server are shown at the items that they are about. */
export function FormDialog(props: FormDialogProps) {
  const { initialValues = {}, run, summaryOf, itemOf, onClose, onSaved = onClose, children, okText, ...dialog } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<FormValues>();
  const [busy, setBusy] = useState(false);
  const [summary, setSummary] = useState<Summary>();
  const submit = async (values: FormValues) => {
    setBusy(true);
    try {
      await run(values);
      onSaved();
    } catch (error) {
      setSummary(undefined);
      if (!(error instanceof ApiError)) throw error;
      showRefusals(form, error, itemOf);
    } finally {
      setBusy(false);
    }
  };
  return (
    <EditDialog
      {...dialog}
      okText={summary?.ok ?? (summaryOf ? t('edit.next') : okText)}
      busy={busy}
      onOk={form.submit}
      onBack={summary && (() => setSummary(undefined))}
      onClose={onClose}
    >
      {summary && <SummaryView summary={summary} />}
      <EditForm
        form={form}
        layout="vertical"
        initialValues={initialValues}
        hidden={summary !== undefined}
        onFinish={(values) => {
          if (summaryOf && !summary) setSummary(summaryOf(values));
          else void submit(values);
        }}
      >
        {typeof children === 'function' ? children(form) : children}
      </EditForm>
    </EditDialog>
  );
}

/** Shows the errors of a refused call at their items; errors of no visible item are shown in a notice. */
export function showRefusals(
  form: FormInstance,
  error: ApiError,
  itemOf: (path: string) => string = (path) => path,
): void {
  const fieldNames = new Set(Object.keys(form.getFieldsValue()));
  const messages = error.fields.map(({ path, message }) => ({ name: itemOf(path), message }));
  const byItem = Map.groupBy(
    messages.filter(({ name }) => fieldNames.has(name)),
    ({ name }) => name,
  );
  form.setFields([...byItem].map(([name, all]) => ({ name, errors: all.slice(0, 3).map(({ message }) => message) })));
  const [first] = byItem.keys();
  if (first) form.scrollToField(first, { focus: true });
  const rest = messages.find(({ name }) => !fieldNames.has(name));
  if (rest) notify.error(error.message, error.requestId);
}
