import { AppstoreAddOutlined } from '@ant-design/icons';
import { lazy, Suspense } from 'react';
import { orderAdd, orderExport, orderPage } from '../../../../contract/tagging/code-order.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import { orderFields } from './orderSpec.tsx';

const CloseOrder = lazy(() => import('../control/CloseOrder.tsx'));
const OrderAside = lazy(() => import('./OrderAside.tsx'));
const OrderFiles = lazy(() => import('./OrderFiles.tsx'));
const SetOrder = lazy(() => import('./SetOrder.tsx'));

const spec: ListSpec = {
  name: 'records',
  page: orderPage,
  add: orderAdd,
  export: orderExport,
  titleOf: (row) => `${row.order_no}`,
  detailAside: (row) => (
    <Suspense>
      <OrderAside order={row} />
    </Suspense>
  ),
  buttons: [
    {
      text: 'tagging.set.add',
      icon: <AppstoreAddOutlined aria-hidden />,
      permission: 'records:add',
      dialog: (props) => <SetOrder {...props} withProduct />,
    },
  ],
  actions: [
    {
      key: 'download',
      text: 'records.download',
      permission: 'records:download',
      shown: (row) => row.imported !== true,
      dialog: OrderFiles,
    },
    {
      key: 'close',
      text: 'records.close',
      permission: 'records:close',
      danger: true,
      shown: (row) => row.status === 'open',
      dialog: CloseOrder,
    },
  ],
  fields: orderFields('all'),
};

/** Every order of codes. */
export default function CodeOrders() {
  return <DataPage spec={spec} />;
}
