import { type RecallNotice, recallUnacknowledge } from '@suyuan/contract/inspect/recall-notice.ts';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';

/** Takes an acknowledgement back, with a reason. */
export default function TakeBack({ row, onClose, onDone }: RowDialogProps<RecallNotice>) {
  const { t } = useTranslation();
  return (
    <FormDialog
      title={t('recallnotice.unacknowledgeTitle', { no: row.recall_no })}
      okText={t('button.unacknowledge')}
      run={async ({ reason }) => {
        await call(recallUnacknowledge, { id: row.id, reason: `${reason}` }, { fieldErrors: true });
        onDone();
      }}
      onClose={onClose}
    >
      <Form.Item name="reason" label={t('field.reason')} rules={[{ required: true, whitespace: true }]}>
        <Input.TextArea rows={2} showCount {...textLimit(recallUnacknowledge, 'reason')} />
      </Form.Item>
    </FormDialog>
  );
}
