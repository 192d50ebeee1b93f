import { Checkbox, Form, Input } from 'antd';
import { type Recall, recallClose } from '../../../../contract/inspect/recall.ts';
import { call } from '../../../core/api/call.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import type { RowDialogProps } from '../../../ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '../../../ui/dialogs/FormDialog.tsx';
import { textLimit } from '../../../ui/limits.ts';

/** Closes a recall with a note. Its goods stay on hold unless the person releases them. */
export default function CloseRecall({ row, onClose, onDone }: RowDialogProps<Recall>) {
  const { t } = useTranslation();
  const run = async ({ note, release }: FormValues) => {
    const asked = { id: row.id, note: note as string, release: release === true };
    await call(recallClose, asked, { fieldErrors: true });
    onDone();
  };
  return (
    <FormDialog
      title={t('recall.closeTitle', { no: row.recall_no })}
      okText={t('recall.close')}
      run={run}
      onClose={onClose}
    >
      <Form.Item name="note" label={t('recall.close_note')} rules={[{ required: true, whitespace: true }]}>
        <Input.TextArea rows={3} showCount {...textLimit(recallClose, 'note')} />
      </Form.Item>
      {row.in_force === true && (
        <Form.Item name="release" valuePropName="checked" help={t('recall.releaseHint')}>
          <Checkbox>{t('recall.release')}</Checkbox>
        </Form.Item>
      )}
    </FormDialog>
  );
}
