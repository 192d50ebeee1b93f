import { clearanceDelete, clearanceSign, type LineClearance } from '@suyuan/contract/plant/line/line-clearance.ts';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { Checks } from './Checks.tsx';

/** The second person signs, having seen the line. */
export function SignClearance({ row, onClose, onDone }: RowDialogProps<LineClearance>) {
  const { t } = useTranslation();
  const run = async () => {
    try {
      await call(clearanceSign, { id: row.id });
      notify.success(t('clearance.signed'));
    } finally {
      // On failure, too: another person may have been faster.
      onDone();
    }
  };
  return (
    <FormDialog title={t('clearance.sign')} okText={t('clearance.sign')} run={run} onClose={onClose}>
      <p>{t('clearance.signText', { line: row.line_name, order: row.order_no })}</p>
      {row.difference_reason && (
        <p>
          {t('clearance.difference_reason')}: {row.difference_reason}
        </p>
      )}
      <Checks checks={row.checks} />
    </FormDialog>
  );
}

/** Deletes a clearance that nobody else has signed. */
export function DeleteClearance({ row, onClose, onDone }: RowDialogProps<LineClearance>) {
  const { t } = useTranslation();
  const run = async () => {
    try {
      await call(clearanceDelete, { id: row.id });
      notify.success(t('datapage.deleted'));
    } finally {
      onDone();
    }
  };
  return (
    <FormDialog title={t('button.delete')} okText={t('button.delete')} danger run={run} onClose={onClose}>
      <p>{t('clearance.deleteText', { number: row.clearance_no })}</p>
    </FormDialog>
  );
}
