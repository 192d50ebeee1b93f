import { AppstoreAddOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderAdd, orderExport, orderPage } from '../../../contract/tagging.ts';
import { useCan } from '../../session/allowed.tsx';
import { DataPage } from '../../ui/DataPage/DataPage.tsx';
import type { ListSpec, Row } from '../../ui/DataPage/fields.ts';
import { orderFields } from './orderSpec.tsx';

const CloseOrder = lazy(() => import('./CloseOrder.tsx'));
const OrderAside = lazy(() => import('./OrderAside.tsx'));
const OrderFiles = lazy(() => import('./OrderFiles.tsx'));
const SetOrder = lazy(() => import('./SetOrder.tsx'));

type Dialog = { kind: 'files' | 'close'; order: Row } | { kind: 'set' } | undefined;

/** Every order of codes. */
export default function CodeOrders() {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<Dialog>();
  const list = useMemo(
    () =>
      spec({
        files: (order) => setDialog({ kind: 'files', order }),
        close: (order) => setDialog({ kind: 'close', order }),
      }),
    [],
  );
  const close = () => setDialog(undefined);
  const refresh = () => void queries.invalidateQueries({ queryKey: [orderPage.path] });
  return (
    <>
      <DataPage
        spec={list}
        extra={
          can('records:add') && (
            <Button icon={<AppstoreAddOutlined aria-hidden />} onClick={() => setDialog({ kind: 'set' })}>
              {t('tagging.set.add')}
            </Button>
          )
        }
      />
      <Suspense>
        {dialog?.kind === 'files' && <OrderFiles order={dialog.order} onClose={close} onEnded={refresh} />}
        {dialog?.kind === 'close' && <CloseOrder order={dialog.order} onClose={close} onDone={refresh} />}
        {dialog?.kind === 'set' && <SetOrder withProduct onClose={close} onDone={refresh} />}
      </Suspense>
    </>
  );
}

const spec = (run: Record<'files' | 'close', (order: Row) => void>): ListSpec => ({
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
  actions: [
    {
      key: 'download',
      text: 'records.download',
      permission: 'records:download',
      shown: (row) => row.imported !== true,
      run: run.files,
    },
    {
      key: 'close',
      text: 'records.close',
      permission: 'records:close',
      danger: true,
      shown: (row) => row.status === 'open',
      run: run.close,
    },
  ],
  fields: orderFields('all'),
});
