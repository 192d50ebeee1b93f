import { lotTakeBack } from '@suyuan/contract/plant/lot/lot-release.ts';
import type { WorkOrder } from '@suyuan/contract/plant/order/work-order.ts';

import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';

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
  return (
    <FormDialog
      title={t('orderlist.takeBackTitle', { lot: order.lot })}
      okText={t(`orderlist.takeBack.${release}`)}
      danger
      run={run}
      onClose={onClose}
    >
      <p>{t('orderlist.takeBackText')}</p>
      <ReasonItem of={lotTakeBack} label={t('orderlist.takeBackReason')} />
    </FormDialog>
  );
}
