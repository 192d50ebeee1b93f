import type { InputOf } from '@suyuan/contract/call/call.ts';
import {
  type InspectionResult,
  inspectionResults,
  inspectReturn,
  type Refund,
} from '@suyuan/contract/physical/refund.ts';
import { Segmented } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { onlyProduct } from '#ui/amount/Amount.tsx';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { ReasonInput } from '#ui/events/ReasonInput.tsx';
import { ReturnDesk } from './ReturnDesk.tsx';

/** Records the result for returned goods: back into stock, rework, or destruction. */
export default function InspectReturn({ row, onClose, onDone }: RowDialogProps<Refund>) {
  const { t } = useTranslation();
  const id = row.id;
  const product = onlyProduct(row.lines);
  const amount = useAmounts([product]);
  const [result, setResult] = useState<InspectionResult>('restock');
  const [reason, setReason] = useState('');
  const ask = async (input: InputOf<typeof inspectReturn>) => {
    const { units } = await call(inspectReturn, input, { showsRefusals: true });
    notify.success(t('refund.inspectedUnits', { amount: amount(units, product) }));
    return [];
  };
  return (
    <ReturnDesk
      screen="inspectReturn"
      id={id}
      title={t('refund.inspectTitle', { refund: row.refund_no })}
      label={t('refund.scanInspected')}
      buttonOf={(count) => t(`refund.inspect.${result}`, { count })}
      more={reason.trim() === '' ? undefined : { result, reason: reason.trim() }}
      ask={ask}
      onClose={onClose}
      onDone={onDone}
    >
      <Segmented
        value={result}
        onChange={setResult}
        options={inspectionResults.map((one) => ({ value: one, label: t(`refund.result.${one}`) }))}
      />
      <ReasonInput
        usual={[t('refund.reason.asNew'), t('refund.reason.opened'), t('scan.damaged'), t('refund.reason.expired')]}
        value={reason}
        onChange={setReason}
      />
    </ReturnDesk>
  );
}
