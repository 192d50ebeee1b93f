import { type ShiftHandover, shiftUpdate } from '@suyuan/contract/plant/shift/shift-handover.ts';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';

/** The notes of a hand-over that nobody has signed. */
export default function ShiftNotes({ row, onClose, onDone }: RowDialogProps<ShiftHandover>) {
  const { t } = useTranslation();
  const run = async ({ notes }: FormValues) => {
    await call(shiftUpdate, { id: row.id, notes: `${notes ?? ''}`.trim() || null }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    onDone();
  };
  return (
    <FormDialog
      title={t('shift.editNotes')}
      okText={t('datapage.save')}
      initialValues={{ notes: row.notes ?? '' }}
      run={run}
      onClose={onClose}
    >
      <Form.Item name="notes" label={t('shift.notes')}>
        <Input.TextArea rows={6} {...textLimit(shiftUpdate, 'notes')} />
      </Form.Item>
    </FormDialog>
  );
}
