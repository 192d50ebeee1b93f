import { clearanceTakeBack, type LineClearance } from '@suyuan/contract/plant/line/line-clearance.ts';

import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';

/** Takes back the signature of the second person, with a reason. */
export default function TakeBackClearance({ row, onClose, onDone }: RowDialogProps<LineClearance>) {
  const { t } = useTranslation();
  const run = async ({ reason }: FormValues) => {
    await call(clearanceTakeBack, { id: row.id, reason: `${reason}`.trim() }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    onDone();
  };
  return (
    <FormDialog title={t('button.takeback')} okText={t('button.takeback')} danger run={run} onClose={onClose}>
      <ReasonItem of={clearanceTakeBack} label={t('clearance.taken_back_reason')} rows={2} />
    </FormDialog>
  );
}
