import { type Handover, handoverDelete, handoverHand } from '@suyuan/contract/report/handover.ts';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';

/** The line signs a handover note. */
export function HandOver({ row, onClose, onDone }: RowDialogProps<Handover>) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const run = async () => {
    try {
      await call(handoverHand, { id: row.id });
      notify.success(t('connect.handed'));
    } finally {
      // On failure, too: another person may have been faster.
      onDone();
    }
  };
  return (
    <FormDialog title={t('connect.hand')} okText={t('connect.hand')} run={run} onClose={onClose}>
      <p>{t('connect.handText', { number: row.handover_no, packages: count(row.packages) })}</p>
    </FormDialog>
  );
}

/** Deletes a handover note that nobody has signed. */
export function DeleteHandover({ row, onClose, onDone }: RowDialogProps<Handover>) {
  const { t } = useTranslation();
  const run = async () => {
    try {
      await call(handoverDelete, { id: row.id });
      notify.success(t('connect.deleted'));
    } finally {
      onDone();
    }
  };
  return (
    <FormDialog title={t('connect.delete')} okText={t('connect.delete')} danger run={run} onClose={onClose}>
      <p>{t('connect.deleteText', { number: row.handover_no })}</p>
    </FormDialog>
  );
}
