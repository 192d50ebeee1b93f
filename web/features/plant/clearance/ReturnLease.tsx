import { clearanceReady, clearanceReturn, type OpenLease } from '@suyuan/contract/plant/line/line-clearance.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { useUsualCauses } from '../usePlantItems.ts';

interface ReturnLeaseProps {
  readonly lease: OpenLease;
  readonly onClose: () => void;
}

/** Returns the codes at the end of a lease in place of its device, with a reason. */
export default function ReturnLease({ lease, onClose }: ReturnLeaseProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const queries = useQueryClient();
  const usual = useUsualCauses('lease', [
    t('clearance.cause.device'),
    t('clearance.cause.orderEnded'),
    t('clearance.cause.tooMany'),
  ]);
  const run = async ({ reason }: FormValues) => {
    try {
      const unused = lease.returned + lease.returnable;
      await call(clearanceReturn, { lease: lease.lease, unused, reason: `${reason}`.trim() }, { fieldErrors: true });
      notify.success(t('clearance.returned', { count: lease.returnable, number: count(lease.returnable) }));
    } finally {
      // On failure, too: the device may have been faster.
      void queries.invalidateQueries({ queryKey: [clearanceReady.path] });
    }
  };
  return (
    <FormDialog
      title={t('clearance.return', { count: lease.returnable, number: count(lease.returnable) })}
      okText={t('clearance.giveBack')}
      run={run}
      onClose={onClose}
    >
      <p>{t('clearance.returnText')}</p>
      <ReasonItem usual={usual} />
    </FormDialog>
  );
}
