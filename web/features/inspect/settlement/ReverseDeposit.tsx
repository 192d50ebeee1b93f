import { type Deposit, depositReverse } from '@suyuan/contract/inspect/case/deposit.ts';

import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';

/** Reverses a movement that was recorded by mistake; both stay in the list. */
export default function ReverseDeposit({ row, onClose, onDone }: RowDialogProps<Deposit>) {
  const { t } = useTranslation();
  const run = async (values: FormValues) => {
    await call(depositReverse, { id: row.id, reason: values.reason as string }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    onDone();
  };
  return (
    <FormDialog
      title={t('deposit.reverseTitle', { dealer: row.dealer_name })}
      okText={t('deposit.reverse')}
      run={run}
      onClose={onClose}
    >
      <ReasonItem of={depositReverse} />
    </FormDialog>
  );
}
