import { type LineStop, stopMerge, stopSplit } from '@suyuan/contract/plant/line/line-stop.ts';
import { Form, InputNumber } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';

/** Splits a stop after some minutes, so that both parts can have reasons of their own. */
export function SplitStop({ row, onClose, onDone }: RowDialogProps<LineStop>) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const title = t('stop.splitAfter');
  const minutes = row.seconds / 60;
  const run = async (values: FormValues) => {
    const at = new Date(Date.parse(row.begins_at) + Number(values.minutes) * 60_000).toISOString();
    await call(stopSplit, { id: row.id, at }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    onDone();
  };
  return (
    <FormDialog
      title={t('button.split')}
      okText={t('button.split')}
      run={run}
      onClose={onClose}
      initialValues={{ minutes: Math.floor(minutes / 2) }}
    >
      <p>{t('stop.splitText', { minutes: count(Math.round(minutes)) })}</p>
      <Form.Item name="minutes" label={title} rules={[{ required: true, message: t('datapage.required', { title }) }]}>
        <InputNumber min={0.1} max={Math.floor(minutes * 10) / 10} step={1} style={{ width: 160 }} />
      </Form.Item>
    </FormDialog>
  );
}

/** Merges a stop with the one before it: takes a split back. */
export function MergeStop({ row, onClose, onDone }: RowDialogProps<LineStop>) {
  const { t } = useTranslation();
  const run = async () => {
    await call(stopMerge, { id: row.id });
    notify.success(t('datapage.saved'));
    onDone();
  };
  return (
    <FormDialog title={t('stop.merge')} okText={t('stop.merge')} run={run} onClose={onClose}>
      <p>{t('stop.mergeText')}</p>
    </FormDialog>
  );
}
