import { type RecallNotice, recallUnacknowledge } from '@suyuan/contract/inspect/recall/recall-notice.ts';

import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';

/** Takes an acknowledgement back, with a reason. */
export default function TakeBack({ row, onClose, onDone }: RowDialogProps<RecallNotice>) {
  const { t } = useTranslation();
  return (
    <FormDialog
      title={t('recallnotice.unacknowledgeTitle', { no: row.recall_no })}
      okText={t('button.unacknowledge')}
      run={async ({ reason }) => {
        await call(recallUnacknowledge, { id: row.id, reason: `${reason}` }, { fieldErrors: true });
        onDone();
      }}
      onClose={onClose}
    >
      <ReasonItem of={recallUnacknowledge} rows={2} />
    </FormDialog>
  );
}
