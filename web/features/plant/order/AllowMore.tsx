import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type WorkOrder, workOrderAllow } from '@suyuan/contract/plant/order/work-order.ts';
import { Form } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';

import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { CountInput } from '#ui/pickers/CountInput.tsx';

/** Allows more units for an order than its plan and tolerance, with a reason. */
export default function AllowMore({ row: order, onClose, onDone }: RowDialogProps<WorkOrder>) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const run = async ({ quantity, reason }: FormValues) => {
    const input = { id: order.id, quantity, reason } as InputOf<typeof workOrderAllow>;
    const { limit } = await call(workOrderAllow, input, { fieldErrors: true });
    notify.success(t('orderlist.allowDone', { order: order.order_no, limit: count(limit) }));
    onDone();
  };
  const title = t('orderlist.allowQuantity');
  return (
    <FormDialog
      title={t('orderlist.allowTitle', { order: order.order_no })}
      okText={t('button.allow')}
      run={run}
      onClose={onClose}
    >
      <p>
        {t('orderlist.allowText', {
          planned: count(order.quantity),
          tolerance: order.tolerance,
          limit: count(order.limit),
          bound: count(order.bound),
        })}
      </p>
      <Form.Item name="quantity" label={title} rules={[{ required: true, message: t('datapage.required', { title }) }]}>
        <CountInput min={1} style={{ width: '100%' }} />
      </Form.Item>
      <ReasonItem of={workOrderAllow} label={t('orderlist.allowReason')} />
    </FormDialog>
  );
}
