import { type Handheld, handheldMessage } from '@suyuan/contract/organ/handheld.ts';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { textLimit } from '#ui/limits.ts';

/** Sends a message to the person of a handheld. */
export function HandheldMessage({
  row: { id, account, message, message_at },
  onClose,
  onDone,
}: RowDialogProps<Handheld>) {
  const { t } = useTranslation();
  const run = async (values: FormValues) => {
    await call(handheldMessage, { id, message: values.message as string }, { fieldErrors: true });
    notify.success(t('handhelds.messageDone'));
  };
  return (
    <FormDialog
      title={t('handhelds.messageTitle', { name: account ?? '' })}
      okText={t('button.message')}
      run={run}
      onSaved={onDone}
      onClose={onClose}
    >
      <Form.Item
        name="message"
        label={t('handhelds.message')}
        rules={[{ required: true, whitespace: true }]}
        extra={t('handhelds.messageHint')}
      >
        <Input.TextArea rows={3} showCount {...textLimit(handheldMessage, 'message')} />
      </Form.Item>
      {message && message_at && (
        <p>
          {t('handhelds.lastMessage')} <Moment at={message_at} /> {message}
        </p>
      )}
    </FormDialog>
  );
}
