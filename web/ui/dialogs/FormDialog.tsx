import { Form, type FormInstance } from 'antd';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../core/api/apiError.ts';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import { notify } from '../../core/notices/notices.ts';
import { EditForm } from '../edit/EditForm.tsx';
import { type Summary, SummaryView } from '../edit/Summary.tsx';
import { EditDialog } from './EditDialog.tsx';

export type FormValues = Record<string, unknown>;

interface FormDialogProps {
  readonly title: string;
  readonly okText: string;
  readonly danger?: boolean;
  readonly width?: number;
  readonly initialValues?: FormValues;
  /** Makes the call, with `fieldErrors: true`; the dialog closes when it succeeds. */
  readonly run: (values: FormValues) => Promise<unknown>;
  /** What cannot be undone is shown first, to be confirmed. */
  readonly summaryOf?: (values: FormValues) => Summary;
  /** The item that shows what is wrong with a field of the call, where they are not of one name. */
  readonly itemOf?: (path: string) => string;
  /** In place of closing, once it was saved. */
  readonly onSaved?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode | ((form: FormInstance<FormValues>) => ReactNode);
}

/** A few questions and one call. What the server refuses is said beside the item it is about. */
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

/** What is about no item that is shown is said in a notice. */
export function showRefusals(
  form: FormInstance,
  error: ApiError,
  itemOf: (path: string) => string = (path) => path,
): void {
  const shown = new Set(Object.keys(form.getFieldsValue()));
  const said = error.fields.map(({ path, message }) => ({ name: itemOf(path), message }));
  const byItem = Map.groupBy(
    said.filter(({ name }) => shown.has(name)),
    ({ name }) => name,
  );
  form.setFields([...byItem].map(([name, all]) => ({ name, errors: all.slice(0, 3).map(({ message }) => message) })));
  const [first] = byItem.keys();
  if (first) form.scrollToField(first, { focus: true });
  const rest = said.find(({ name }) => !shown.has(name));
  if (rest) notify.error(error.message);
}
