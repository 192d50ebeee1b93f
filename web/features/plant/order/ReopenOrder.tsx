import type { WorkOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderReopen } from '@suyuan/contract/plant/order/work-order-closing.ts';

import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';

/** Opens a closed order again, with a reason. */
export default function ReopenOrder({ row: order, onClose, onDone }: RowDialogProps<WorkOrder>) {
  const { t } = useTranslation();
  const run = async ({ reason }: FormValues) => {
    await call(workOrderReopen, { id: order.id, reason: `${reason}` }, { fieldErrors: true });
    notify.success(t('orderlist.now.reopened', { order: order.order_no }));
    onDone();
  };
  return (
    <FormDialog
      title={t('orderlist.reopenTitle', { order: order.order_no })}
      okText={t('orderlist.reopen')}
      run={run}
      onClose={onClose}
    >
      <p>{t('orderlist.reopenText')}</p>
      <ReasonItem of={workOrderReopen} label={t('orderlist.reopenReason')} />
    </FormDialog>
  );
}
