import { lotTakeBack } from '@suyuan/contract/plant/lot-release.ts';
import type { WorkOrder } from '@suyuan/contract/plant/work-order.ts';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';

interface TakeBackLotProps {
  readonly order: WorkOrder;
  readonly release: 'quality' | 'market';
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Takes back a release of an order's lot, with a reason. */
export default function TakeBackLot({ order, release, onClose, onDone }: TakeBackLotProps) {
  const { t } = useTranslation();
  const run = async ({ reason }: FormValues) => {
    await call(lotTakeBack, { id: order.id, release, reason: `${reason}` }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    onClose();
    onDone();
  };
  const title = t('orderlist.takeBackReason');
  return (
    <FormDialog
      title={t('orderlist.takeBackTitle', { lot: order.lot })}
      okText={t(`orderlist.takeBack.${release}`)}
      danger
      run={run}
      onClose={onClose}
    >
      <p>{t('orderlist.takeBackText')}</p>
      <Form.Item
        name="reason"
        label={title}
        rules={[{ required: true, whitespace: true, message: t('datapage.required', { title }) }]}
      >
        <Input.TextArea rows={3} {...textLimit(lotTakeBack, 'reason')} showCount />
      </Form.Item>
    </FormDialog>
  );
}
