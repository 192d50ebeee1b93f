import { clearanceTakeBack, type LineClearance } from '@suyuan/contract/plant/line-clearance.ts';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';

/** Takes back the signature of the second person, with a reason. */
export default function TakeBackClearance({ row, onClose, onDone }: RowDialogProps<LineClearance>) {
  const { t } = useTranslation();
  const run = async ({ reason }: FormValues) => {
    await call(clearanceTakeBack, { id: row.id, reason: `${reason}`.trim() }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    onDone();
  };
  const title = t('clearance.taken_back_reason');
  return (
    <FormDialog title={t('button.takeback')} okText={t('button.takeback')} danger run={run} onClose={onClose}>
      <Form.Item
        name="reason"
        label={title}
        rules={[{ required: true, whitespace: true, message: t('datapage.required', { title }) }]}
      >
        <Input.TextArea rows={2} {...textLimit(clearanceTakeBack, 'reason')} />
      </Form.Item>
    </FormDialog>
  );
}
