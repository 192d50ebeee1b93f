import { useQuery } from '@tanstack/react-query';
import type { RefSelectProps } from 'antd';
import type { Ref } from 'react';
import { workOrder } from '../../../../contract/plant/work-order.ts';
import { call } from '../../../core/api/call.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { ReferenceSelect } from '../../../ui/pickers/ReferenceSelect.tsx';
import type { Reference, Row } from '../../../ui/records.ts';

const labelOf = (row: Row): string => [row.order_no, row.product_name, row.lot].filter(Boolean).join(' · ');

/** Only running work orders accept acts. */
const runningOrders: Reference = { page: workOrder.page, filters: { status: 'running' }, label: labelOf };

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
  const { data: named } = useQuery({
    queryKey: [workOrder.page.path, { id: order }],
    queryFn: async ({ signal }) => {
      const { rows } = await call(workOrder.page, { id: order as number, size: 1 }, { signal, silent: true });
      return rows.map(labelOf)[0] ?? null;
    },
    enabled: order !== undefined,
  });
  return (
    <div>
      <span>{shortcut ? `${title} (${shortcut})` : title}</span>
      <ReferenceSelect
        reference={runningOrders}
        value={order ?? null}
        named={named}
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
