import { unsign, type Waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { ReasonedStep } from './ReasonedStep.tsx';

/** Takes back that a waybill was signed for. */
export default function UnsignWaybill({ row: { id, waybill_no }, onClose, onDone }: RowDialogProps<Waybill>) {
  const { t } = useTranslation();
  const take = async (reason: string) => {
    await call(unsign, { id, reason }, { fieldErrors: true });
    notify.success(t('freight.unsignNow', { waybill: waybill_no }));
    onDone();
  };
  return (
    <ReasonedStep
      title={`${t('freight.unsign')} · ${waybill_no}`}
      okText={t('freight.unsign')}
      about={t('freight.unsignText')}
      take={take}
      onClose={onClose}
    />
  );
}
