import { type LotResult, lotResult, lotResultWithdraw } from '@suyuan/contract/plant/lot/lot-result.ts';
import { lotSamples } from '@suyuan/contract/plant/lot/sample-plan.ts';
import { useQueryClient } from '@tanstack/react-query';

import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';

/** Withdraws the result of a test, with a reason. */
export default function WithdrawResult({ row, onClose, onDone }: RowDialogProps<LotResult>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const run = async ({ reason }: FormValues) => {
    await call(lotResultWithdraw, { id: row.id, reason: `${reason}`.trim() }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    for (const key of [lotResult.page.path, lotSamples.path]) void queries.invalidateQueries({ queryKey: [key] });
    onDone();
  };
  return (
    <FormDialog title={t('orderlist.withdraw')} okText={t('orderlist.withdraw')} danger run={run} onClose={onClose}>
      <ReasonItem of={lotResultWithdraw} rows={2} />
    </FormDialog>
  );
}
