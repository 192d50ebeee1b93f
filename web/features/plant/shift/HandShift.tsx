import { type ShiftHandover, shiftDelete, shiftHand } from '@suyuan/contract/plant/shift/shift-handover.ts';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';

/** The leaving shift signs. */
export function HandShift({ row, onClose, onDone }: RowDialogProps<ShiftHandover>) {
  const { t } = useTranslation();
  const run = async () => {
    try {
      await call(shiftHand, { id: row.id });
      notify.success(t('shift.signed'));
    } finally {
      // On failure, too: another person may have been faster.
      onDone();
    }
  };
  return (
    <FormDialog title={t('shift.hand')} okText={t('shift.hand')} run={run} onClose={onClose}>
      <p>{t('shift.handText', { number: row.shift_no })}</p>
    </FormDialog>
  );
}

/** Deletes a hand-over that nobody has signed. */
export function DeleteShift({ row, onClose, onDone }: RowDialogProps<ShiftHandover>) {
  const { t } = useTranslation();
  const run = async () => {
    try {
      await call(shiftDelete, { id: row.id });
      notify.success(t('datapage.deleted'));
    } finally {
      onDone();
    }
  };
  return (
    <FormDialog title={t('button.delete')} okText={t('button.delete')} danger run={run} onClose={onClose}>
      <p>{t('shift.deleteText', { number: row.shift_no })}</p>
    </FormDialog>
  );
}
