import { type WorkOrder, workOrderDetail, workOrderReconciliation } from '@suyuan/contract/plant/order/work-order.ts';
import { type ToCome, workOrderClose, workOrderToCome } from '@suyuan/contract/plant/order/work-order-closing.ts';
import { Alert, Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useBegunByMe } from '#core/session/useBegunByMe.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { useFormSource } from '#ui/edit/useFormSource.ts';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { useMoment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { ReconciliationTables } from './ReconciliationTables.tsx';

/**
 * Shows the reconciliation of an order before closing it, and what may still come in for it. If it does not balance, or something
 * is to come, a person other than the one who finished the order has to give a reason.
 */
export default function CloseOrder({ row: order, onClose, onDone }: RowDialogProps<WorkOrder>) {
  const { t } = useTranslation();
  const id = order.id;
  const isBegunByMe = useBegunByMe();
  const { data, error, refetch } = useFormSource({
    queryKey: [workOrderReconciliation.path, id, 'closing'],
    queryFn: async ({ signal }) => {
      const [figures, detail, toCome] = await Promise.all([
        call(workOrderReconciliation, { id }, { signal }),
        call(workOrderDetail, { id }, { signal }),
        call(workOrderToCome, { id }, { signal }),
      ]);
      return { figures, toCome, detail };
    },
  });
  const isIncomplete = data !== undefined && !(data.figures.holds && data.toCome.nothing);
  const needsAnother = isIncomplete && isBegunByMe(workOrderClose, data.detail);
  const run = async ({ reason }: Record<string, unknown>) => {
    try {
      const why = `${reason ?? ''}`.trim();
      await call(workOrderClose, { id, ...(why ? { reason: why } : {}) }, { fieldErrors: true });
      notify.success(t('orderlist.now.closed', { order: order.order_no }));
    } finally {
      onDone();
    }
  };
  return (
    <FormDialog
      title={t('orderlist.closeTitle', { order: order.order_no })}
      okText={t('orderlist.close')}
      danger
      width={640}
      disabled={needsAnother}
      run={run}
      onClose={onClose}
    >
      <PartFailure of={{ error, refetch }} />
      {data ? <ReconciliationTables figures={data.figures} /> : !error && <Skeleton active />}
      {data && <ToComeNote toCome={data.toCome} />}
      <p>{t('orderlist.closeText')}</p>
      {needsAnother && <Alert type="warning" showIcon title={t('datapage.needsAnother')} />}
      {isIncomplete && !needsAnother && (
        <ReasonItem
          of={workOrderClose}
          label={t('field.close_reason')}
          extra={t('orderlist.closeReasonHint', { finisher: data.detail.finished_by ?? '—' })}
        />
      )}
    </FormDialog>
  );
}

/** What may still come in for an order that is to be closed, in words; nothing if there is nothing. */
function ToComeNote({ toCome }: { readonly toCome: ToCome }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const moment = useMoment();
  if (toCome.nothing) return null;
  const { waiting, exceptions, unsent, silent } = toCome;
  const lines = [
    ...(waiting > 0 ? [t('orderlist.toCome.waiting', { count: count(waiting) })] : []),
    ...(exceptions > 0 ? [t('orderlist.toCome.exceptions', { count: count(exceptions) })] : []),
    ...unsent.map(({ name, queue, seen_at }) =>
      t('orderlist.toCome.unsent', { device: name, count: count(queue), at: moment(seen_at) }),
    ),
    ...silent.map(({ name, seen_at }) => t('orderlist.toCome.silent', { device: name, at: moment(seen_at) })),
  ];
  return (
    <Alert
      type="warning"
      showIcon
      className="order-to-come"
      title={t('orderlist.toCome')}
      description={
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      }
    />
  );
}
