import { reopen, type Waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { ReasonedStep } from './ReasonedStep.tsx';

/** Opens a closed waybill again. */
export default function ReopenWaybill({ row: { id, waybill_no }, onClose, onDone }: RowDialogProps<Waybill>) {
  const { t } = useTranslation();
  const take = async (reason: string) => {
    await call(reopen, { id, reason }, { fieldErrors: true });
    notify.success(t('freight.reopenNow', { waybill: waybill_no }));
    onDone();
  };
  return (
    <ReasonedStep
      title={`${t('freight.reopen')} · ${waybill_no}`}
      okText={t('freight.reopen')}
      about={t('freight.reopenText')}
      take={take}
      onClose={onClose}
    />
  );
}
