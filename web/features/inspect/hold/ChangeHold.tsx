import { type Hold, holdUpdate } from '@suyuan/contract/inspect/hold.ts';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { DecisionFields } from './DecisionFields.tsx';

/** Changes why goods are held, who decides about them, and until when. */
export default function ChangeHold({ row, onClose, onDone }: RowDialogProps<Hold>) {
  const { t } = useTranslation();
  const { id, hold_no, updated_at, reason, owner_id, due_at } = row;
  const run = async (values: FormValues) => {
    const changes = values as { reason: string; owner_id: number; due_at: string };
    await call(holdUpdate, { id, updated_at, ...changes }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    onDone();
  };
  return (
    <FormDialog
      title={t('hold.updateTitle', { no: hold_no })}
      okText={t('datapage.save')}
      run={run}
      onClose={onClose}
      initialValues={{ reason, owner_id, due_at }}
    >
      <DecisionFields />
    </FormDialog>
  );
}
