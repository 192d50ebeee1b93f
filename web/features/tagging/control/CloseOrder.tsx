import { type CodeOrder, orderClose } from '@suyuan/contract/tagging/code-order.ts';
import { Alert } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { useAffected } from './useAffected.tsx';
import '../tagging.css';

/** Closes an order; a reason is required, because all of its codes become void. */
export default function CloseOrder({ row: order, onClose, onDone }: RowDialogProps<CodeOrder>) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const confirmation = useAffected();
  const run = async ({ reason }: Record<string, unknown>) => {
    if (!(await confirmation.confirm({ order_id: order.id }))) return;
    try {
      await call(orderClose, { id: order.id, reason: reason as string }, { fieldErrors: true });
      notify.success(t('records.closeDone'));
    } finally {
      // On failure, too: another person may have closed it meanwhile.
      onDone();
    }
  };
  const quantity = numbers.count(order.quantity);
  return (
    <FormDialog
      title={t('records.closeTitle', { order: order.order_no })}
      okText={t('button.close')}
      danger
      run={run}
      onClose={onClose}
    >
      <Alert type="warning" showIcon title={t('records.closeText', { quantity })} className="tagging-note" />
      {confirmation.place}
      <ReasonItem of={orderClose} label={t('field.close_reason')} />
    </FormDialog>
  );
}
