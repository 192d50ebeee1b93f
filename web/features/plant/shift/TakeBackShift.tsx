import { type ShiftHandover, shiftTakeBack } from '@suyuan/contract/plant/shift/shift-handover.ts';

import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';

/** Takes back the last signature of a hand-over, with a reason. */
export default function TakeBackShift({ row, onClose, onDone }: RowDialogProps<ShiftHandover>) {
  const { t } = useTranslation();
  const run = async ({ reason }: FormValues) => {
    await call(shiftTakeBack, { id: row.id, reason: `${reason}`.trim() }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    onDone();
  };
  const by = row.status === 'received' ? row.received_by : row.handed_by;
  return (
    <FormDialog title={t('button.takeback')} okText={t('button.takeback')} danger run={run} onClose={onClose}>
      <p>{t('shift.takeBackText', { by: by ?? '—' })}</p>
      <ReasonItem of={shiftTakeBack} label={t('shift.takeBackReason')} rows={2} />
    </FormDialog>
  );
}
