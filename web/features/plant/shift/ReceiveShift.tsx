import { type ShiftHandover, shiftReceive } from '@suyuan/contract/plant/shift/shift-handover.ts';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';
import ShiftAside from './ShiftAside.tsx';

/** The arriving shift signs what the leaving one has written. */
export default function ReceiveShift({ row, onClose, onDone }: RowDialogProps<ShiftHandover>) {
  const { t } = useTranslation();
  const run = async ({ reply }: FormValues) => {
    const text = `${reply ?? ''}`.trim();
    await call(shiftReceive, { id: row.id, ...(text ? { reply: text } : {}) }, { fieldErrors: true });
    notify.success(t('shift.signed'));
    onDone();
  };
  return (
    <FormDialog title={t('shift.receive')} okText={t('shift.receive')} width={760} run={run} onClose={onClose}>
      <ShiftAside shift={row} />
      {row.notes && <p className="shift-notes">{row.notes}</p>}
      <Form.Item name="reply" label={t('shift.reply')}>
        <Input.TextArea rows={2} {...textLimit(shiftReceive, 'reply')} />
      </Form.Item>
    </FormDialog>
  );
}
