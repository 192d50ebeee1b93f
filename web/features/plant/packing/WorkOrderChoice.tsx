import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import type { RefSelectProps } from 'antd';
import type { Ref } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import type { Reference, Row } from '#ui/records.ts';
import { StepKey } from '#ui/scan/StepButton.tsx';
import { useWorkOrder } from './useWorkOrder.ts';

/** A work order as it is chosen. */
export const orderLabel = (row: Row): string => [row.order_no, row.product_name, row.lot].filter(Boolean).join(' · ');

/** Only running work orders accept events. */
const runningOrders: Reference = { page: workOrder.page, filters: { status: 'running' }, label: orderLabel };

interface WorkOrderChoiceProps {
  readonly order: number | undefined;
  readonly onChoose: (order: number | undefined) => void;
  /** The key that moves the focus here. */
  readonly shortcut?: string;
  readonly picker?: Ref<RefSelectProps>;
  /** Called on Escape. */
  readonly onLeave?: () => void;
}

/** Chooses the running work order to pack for. */
export function WorkOrderChoice({ order, onChoose, shortcut, picker, onLeave }: WorkOrderChoiceProps) {
  const { t } = useTranslation();
  const title = t('field.work_order');
  // Named by itself, because the address may name one that is not among those to choose from.
  const { data: row } = useWorkOrder(order);
  return (
    <div>
      <span>
        {title}
        {shortcut && <StepKey of={shortcut} />}
      </span>
      <ReferenceSelect
        reference={runningOrders}
        value={order ?? null}
        named={row ? orderLabel(row) : row}
        onChange={onChoose}
        placeholder={t('relevance.chooseOrder')}
        aria-label={title}
        ref={picker}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onLeave?.();
        }}
      />
    </div>
  );
}
