import { AppstoreAddOutlined, ImportOutlined, LinkOutlined } from '@ant-design/icons';
import { lazy, Suspense } from 'react';
import { orderAdd, preCodeExport, preCodePage } from '../../../../contract/tagging/code-order.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import { orderFields } from './orderSpec.tsx';

const BindCodes = lazy(() => import('./BindCodes.tsx'));
const ImportCodes = lazy(() => import('../file/ImportCodes.tsx'));
const OrderAside = lazy(() => import('./OrderAside.tsx'));
const OrderFiles = lazy(() => import('./OrderFiles.tsx'));
const SetOrder = lazy(() => import('./SetOrder.tsx'));
const UnbindCodes = lazy(() => import('./UnbindCodes.tsx'));

const spec: ListSpec = {
  name: 'readycreate',
  page: preCodePage,
  add: orderAdd,
  export: preCodeExport,
  titleOf: (row) => `${row.order_no}`,
  detailAside: (row) => (
    <Suspense>
      <OrderAside order={row} />
    </Suspense>
  ),
  buttons: [
    {
      text: 'tagging.bind.open',
      icon: <LinkOutlined aria-hidden />,
      permission: 'readycreate:bind',
      dialog: BindCodes,
    },
    {
      text: 'tagging.import.open',
      icon: <ImportOutlined aria-hidden />,
      permission: 'readycreate:import',
      dialog: ImportCodes,
    },
    {
      text: 'tagging.set.add',
      icon: <AppstoreAddOutlined aria-hidden />,
      permission: 'readycreate:add',
      dialog: SetOrder,
    },
  ],
  actions: [
    {
      key: 'bind',
      text: 'tagging.bind.ok',
      permission: 'readycreate:bind',
      shown: (row) => row.status === 'open',
      dialog: BindCodes,
    },
    {
      key: 'download',
      text: 'records.download',
      permission: 'readycreate:download',
      shown: (row) => row.imported !== true,
      dialog: OrderFiles,
    },
    {
      key: 'unbind',
      text: 'tagging.unbind.ok',
      permission: 'readycreate:unbind',
      danger: true,
      shown: (row) => (row.bound as number) > 0,
      dialog: UnbindCodes,
    },
  ],
  fields: orderFields('pre-codes'),
};

/** Codes that are ordered, or brought in, before their product is known; and binding them when it is. */
export default function PreCodes() {
  return <DataPage spec={spec} />;
}
