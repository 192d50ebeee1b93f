import type { InputOf } from '@suyuan/contract/call/call.ts';
import { besideRight, type WorkOrder, workOrderStart } from '@suyuan/contract/plant/order/work-order.ts';
import { Form, Radio } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';

/** An order that was to be started on a line that runs another one; `busy` is the message that names it. */
export interface Occupied {
  readonly order: WorkOrder;
  readonly busy: string;
}

interface StartOrderProps extends Occupied {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Starts an order on a line that runs another one: that one is held, or both run for a reason. */
export default function StartOrder({ order, busy, onClose, onDone }: StartOrderProps) {
  const { t } = useTranslation();
  const can = useCan();
  const [mayHold, mayRunBeside] = [can('orderlist:hold'), can(besideRight)];
  const run = async ({ others, reason }: FormValues) => {
    const input = { id: order.id, others, ...(others === 'go_on' ? { reason } : {}) } as InputOf<typeof workOrderStart>;
    const { held } = await call(workOrderStart, input, { fieldErrors: true });
    const message = t('orderlist.now.running', { order: order.order_no });
    notify.success(held.length === 0 ? message : `${message} · ${t('orderlist.now.held', { order: held.join(', ') })}`);
    onDone();
  };
  return (
    <FormDialog
      title={t('orderlist.startTitle', { order: order.order_no })}
      okText={t('button.start')}
      initialValues={{ others: mayHold ? 'hold' : 'go_on' }}
      disabled={!mayHold && !mayRunBeside}
      run={run}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>{busy}</p>
          <Form.Item name="others">
            <Radio.Group
              vertical
              options={[
                { value: 'hold', label: t('orderlist.others.hold'), disabled: !mayHold },
                { value: 'go_on', label: t('orderlist.others.go_on'), disabled: !mayRunBeside },
              ]}
            />
          </Form.Item>
          <Form.Item noStyle dependencies={['others']}>
            {() =>
              form.getFieldValue('others') === 'go_on' && (
                <ReasonItem of={workOrderStart} label={t('orderlist.besideReason')} rows={2} />
              )
            }
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}
