import { workOrder } from '../../../../contract/plant/work-order.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { ReferenceSelect } from '../../../ui/pickers/ReferenceSelect.tsx';
import type { Reference, Row } from '../../../ui/records.ts';

/** Work orders that acts are taken for. */
const runningOrders: Reference = {
  page: workOrder.page,
  filters: { status: 'running' },
  label: (row: Row) => [row.order_no, row.product_name, row.lot].filter(Boolean).join(' · '),
};

/** The running work order that is packed for. */
export function WorkOrderChoice({
  order,
  onChoose,
}: {
  order: number | undefined;
  onChoose: (order: number | undefined) => void;
}) {
  const { t } = useTranslation();
  return (
    <div>
      <span>{t('field.work_order')}</span>
      <ReferenceSelect
        reference={runningOrders}
        value={order ?? null}
        onChange={onChoose}
        placeholder={t('relevance.chooseOrder')}
        aria-label={t('field.work_order')}
      />
    </div>
  );
}
