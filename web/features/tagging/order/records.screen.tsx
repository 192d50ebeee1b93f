import { later } from '#core/loading/later.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { orderList } from './orderList.tsx';

const CloseOrder = later(() => import('../control/CloseOrder.tsx'));

const spec = orderList('records', {
  after: [
    {
      key: 'close',
      text: 'button.close',
      permission: 'records:close',
      danger: true,
      shown: (row) => row.status === 'open',
      dialog: CloseOrder,
    },
  ],
});

export const preload = firstRows(spec);

/** Every order of codes. */
export default function CodeOrders() {
  return <DataPage spec={spec} />;
}
