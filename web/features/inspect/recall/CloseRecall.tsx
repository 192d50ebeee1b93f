import { type Recall, recallClose } from '@suyuan/contract/inspect/recall/recall.ts';
import { Alert, Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';

/** Closes a recall with a note. Its goods stay on hold until they are released, which another person does. */
export default function CloseRecall({ row, onClose, onDone }: RowDialogProps<Recall>) {
  const { t } = useTranslation();
  const run = async ({ note }: FormValues) => {
    await call(recallClose, { id: row.id, note: note as string }, { fieldErrors: true });
    onDone();
  };
  return (
    <FormDialog
      title={t('recall.closeTitle', { no: row.recall_no })}
      okText={t('recall.close')}
      run={run}
      onClose={onClose}
    >
      {row.in_force === true && (
        <Alert type="info" showIcon title={t('recall.closeNote')} style={{ marginBottom: 16 }} />
      )}
      <Form.Item name="note" label={t('recall.close_note')} rules={[{ required: true, whitespace: true }]}>
        <Input.TextArea rows={3} showCount {...textLimit(recallClose, 'note')} />
      </Form.Item>
    </FormDialog>
  );
}
