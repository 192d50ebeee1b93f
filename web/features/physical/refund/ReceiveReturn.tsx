import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type Refund, receiveReturn } from '@suyuan/contract/physical/refund.ts';
import { useRef } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { ReturnDesk } from './ReturnDesk.tsx';

const nothingMore = {};

/** Receives scanned codes for a return; they are kept apart until they are inspected. */
export default function ReceiveReturn({ row, onClose, onDone }: RowDialogProps<Refund>) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const id = row.id;
  const total = useRef(row.received);
  const ask = async (input: InputOf<typeof receiveReturn>) => {
    const { received, refusals } = await call(receiveReturn, input, { showsRefusals: true });
    notify.success(t('refund.receivedCodes', { count: received.length }));
    total.current += received.reduce((sum, { units }) => sum + units, 0);
    if (row.planned > 0 && total.current > row.planned)
      notify.warning(t('refund.overPlan', { received: count(total.current), planned: count(row.planned) }));
    const odd = received.filter(({ cause }) => cause !== null).length;
    if (odd > 0) notify.warning(t('refund.withCause', { count: odd }));
    return refusals;
  };
  return (
    <ReturnDesk
      screen="receiveReturn"
      id={id}
      title={t('refund.receiveTitle', { refund: row.refund_no })}
      label={t('refund.scanReceived')}
      buttonOf={(codes) => t('refund.receive', { count: codes })}
      more={nothingMore}
      ask={ask}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
