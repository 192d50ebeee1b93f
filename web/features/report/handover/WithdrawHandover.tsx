import { type Handover, handoverWithdraw } from '@suyuan/contract/report/handover.ts';

import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';

/** Withdraws a signed handover note, with a reason. */
export default function WithdrawHandover({ row, onClose, onDone }: RowDialogProps<Handover>) {
  const { t } = useTranslation();
  const run = async ({ reason }: FormValues) => {
    await call(handoverWithdraw, { id: row.id, reason: `${reason}`.trim() }, { fieldErrors: true });
    notify.success(t('connect.withdrawn'));
    onDone();
  };
  return (
    <FormDialog title={t('connect.withdraw')} okText={t('connect.withdraw')} danger run={run} onClose={onClose}>
      <p>{t('connect.withdrawText', { number: row.handover_no })}</p>
      <ReasonItem of={handoverWithdraw} label={t('connect.withdrawal_reason')} rows={2} />
    </FormDialog>
  );
}
