import { lotRelease } from '@suyuan/contract/plant/lot/lot-release.ts';
import { type LotSample, lotSamples } from '@suyuan/contract/plant/lot/sample-plan.ts';
import type { WorkOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';

interface OverruleLotProps {
  readonly order: WorkOrder;
  readonly missing: readonly LotSample[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Releases a lot whose sample plan is not fulfilled, with a reason. */
export default function OverruleLot({ order, missing, onClose, onDone }: OverruleLotProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const run = async ({ reason }: FormValues) => {
    await call(lotRelease, { id: order.id, release: 'quality', reason: `${reason}`.trim() }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    void queries.invalidateQueries({ queryKey: [lotSamples.path] });
    onClose();
    onDone();
  };
  const tests = missing.map(({ test_name }) => test_name).join(', ');
  return (
    <FormDialog
      title={t('orderlist.qualityTitle', { lot: order.lot })}
      okText={t('orderlist.quality')}
      danger
      run={run}
      onClose={onClose}
    >
      <Alert type="warning" showIcon title={t('orderlist.samplesMissing', { tests })} />
      <p>{t('orderlist.overruleText')}</p>
      <ReasonItem of={lotRelease} label={t('orderlist.qualityReason')} />
    </FormDialog>
  );
}
