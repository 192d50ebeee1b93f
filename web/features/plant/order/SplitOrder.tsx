import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type WorkOrder, workOrderSplit } from '@suyuan/contract/plant/order/work-order.ts';
import { Form } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { PartySelect } from '#ui/certificates/PartySelect.tsx';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { CountInput } from '#ui/pickers/CountInput.tsx';
import { lineReference } from '#ui/pickers/plantReferences.ts';
import './order.css';

/** Splits a part of the remaining quantity off into a new order, for the same line or another one. */
export default function SplitOrder({ row: order, onClose, onDone }: RowDialogProps<WorkOrder>) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const run = async ({ quantity, line_id }: FormValues) => {
    const input = { id: order.id, quantity, ...(line_id ? { line_id } : {}) } as InputOf<typeof workOrderSplit>;
    const newOrder = await call(workOrderSplit, input, { fieldErrors: true });
    notify.success(t('orderlist.splitDone', { order: newOrder.order_no }));
    onDone();
  };
  return (
    <FormDialog
      title={t('orderlist.splitTitle', { order: order.order_no })}
      okText={t('button.split')}
      run={run}
      onClose={onClose}
    >
      <p>{t('orderlist.splitText')}</p>
      <Form.Item
        name="quantity"
        label={t('orderlist.splitQuantity')}
        extra={t('orderlist.splitOf', { planned: count(order.quantity), bound: count(order.bound) })}
        rules={[{ required: true, message: t('datapage.required', { title: t('orderlist.splitQuantity') }) }]}
      >
        <CountInput min={1} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="line_id" label={t('field.line')} extra={t('orderlist.splitLineHint')}>
        <PartySelect reference={lineReference} />
      </Form.Item>
    </FormDialog>
  );
}
