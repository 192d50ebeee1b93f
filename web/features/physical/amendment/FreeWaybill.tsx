import { rdcDissociated, waybillsSetFree } from '@suyuan/contract/physical/amendment.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { SentKey } from '#ui/events/useDeskEvent.ts';

interface FreeWaybillProps {
  readonly waybillId: number;
  /** The usual reasons, as text. */
  readonly usual: readonly string[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** 整单解除: takes all goods off a waybill, with a reason for its history. */
export default function FreeWaybill({ waybillId, usual, onDone, onClose }: FreeWaybillProps) {
  const { t } = useTranslation();
  // The waybill may be of several products.
  const amount = useAmounts([]);
  const queries = useQueryClient();
  const [key] = useState(() => new SentKey());
  const run = async ({ reason }: FormValues) => {
    const input = { waybill_id: waybillId, reason: `${reason}`.trim() };
    const { units } = await call(rdcDissociated, { ...input, batch_key: key.keyOf([input]) }, { fieldErrors: true });
    key.answered();
    notify.success(t('amend.done', { amount: amount(units, null) }));
    await queries.invalidateQueries({ queryKey: [waybillsSetFree.page.path] });
  };
  return (
    <FormDialog
      title={t('rdcdissociated.allTitle')}
      okText={t('rdcdissociated.all')}
      danger
      run={run}
      onSaved={onDone}
      onClose={onClose}
    >
      <p>{t('rdcdissociated.allText')}</p>
      <ReasonItem usual={usual} />
    </FormDialog>
  );
}
