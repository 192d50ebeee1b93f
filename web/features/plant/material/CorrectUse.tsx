import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type MaterialUse, materialUseCorrect } from '@suyuan/contract/plant/material/material-use.ts';

import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { LotItems } from './LotItems.tsx';

/** Corrects a record by a new one that supersedes it, with a reason. */
export function CorrectUse({ row, onClose, onDone }: RowDialogProps<MaterialUse>) {
  const { t } = useTranslation();
  const { id, material_name, material_lot, amount, supplier, unit, expiry_date, expired_reason } = row;
  const run = async (values: Record<string, unknown>) => {
    const input = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value === '' ? null : value]));
    await call(materialUseCorrect, { id, ...input } as InputOf<typeof materialUseCorrect>, {
      fieldErrors: true,
    });
    notify.success(t('datapage.saved'));
    onDone();
  };
  return (
    <FormDialog
      title={t('materialuse.correctTitle', { material: material_name, lot: material_lot })}
      okText={t('materialuse.correct')}
      initialValues={{ material_lot, amount, supplier, unit, expiry_date, expired_reason }}
      run={run}
      onClose={onClose}
    >
      <LotItems unit={unit} hints={{ amount: t('materialuse.correctHint') }} />
      <ReasonItem of={materialUseCorrect} label={t('materialuse.correction_reason')} rows={2} />
    </FormDialog>
  );
}
