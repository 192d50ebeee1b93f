import { closeReturn, type Refund } from '@suyuan/contract/physical/refund.ts';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';

/** Closes a return: no more goods can be received for it. */
export default function CloseReturn({ row, onClose, onDone }: RowDialogProps<Refund>) {
  const { t } = useTranslation();
  const run = async () => {
    await call(closeReturn, { id: row.id }, { fieldErrors: true });
    notify.success(t('refund.closedNow', { refund: row.refund_no }));
    onDone();
  };
  return (
    <FormDialog
      title={t('refund.closeTitle', { refund: row.refund_no })}
      okText={t('button.close')}
      danger
      run={run}
      onClose={onClose}
    >
      <p>{t('refund.closeText')}</p>
    </FormDialog>
  );
}
