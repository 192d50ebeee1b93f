import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { productPage } from '../../../contract/base.ts';
import { orderAdd, orderExport, orderPage, orderStatuses, rulePage } from '../../../contract/tagging.ts';
import { DataPage } from '../../ui/DataPage/DataPage.tsx';
import type { ListSpec, Row } from '../../ui/DataPage/fields.ts';

const CloseOrder = lazy(() => import('./CloseOrder.tsx'));
const OrderDownloads = lazy(() => import('./OrderDownloads.tsx'));

type Dialog = { kind: 'download' | 'close'; order: Row } | undefined;

export default function CodeOrders() {
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<Dialog>();
  const list = useMemo(
    () =>
      spec({
        download: (order) => setDialog({ kind: 'download', order }),
        close: (order) => setDialog({ kind: 'close', order }),
      }),
    [],
  );
  const close = () => setDialog(undefined);
  const refresh = () => void queries.invalidateQueries({ queryKey: [orderPage.path] });
  return (
    <>
      <DataPage spec={list} />
      <Suspense>
        {dialog?.kind === 'download' && <OrderDownloads order={dialog.order} onClose={close} onEnded={refresh} />}
        {dialog?.kind === 'close' && <CloseOrder order={dialog.order} onClose={close} onDone={refresh} />}
      </Suspense>
    </>
  );
}

const spec = (run: Record<'download' | 'close', (order: Row) => void>): ListSpec => ({
  name: 'records',
  page: orderPage,
  add: orderAdd,
  export: orderExport,
  titleOf: (row) => `${row.order_no}`,
  actions: [
    { key: 'download', text: 'records.download', permission: 'records:download', run: run.download },
    {
      key: 'close',
      text: 'records.close',
      permission: 'records:close',
      danger: true,
      shown: (row) => row.status === 'open',
      run: run.close,
    },
  ],
  fields: [
    { key: 'keyword', kind: 'text', search: true, column: false },
    { key: 'order_no', kind: 'text', column: { width: 160, sort: true } },
    {
      key: 'rule_id',
      kind: 'reference',
      reference: {
        page: rulePage,
        filters: { status: 'enabled' },
        label: (row) => `${row.rule_name}`,
      },
      search: true,
      column: false,
      form: { required: true },
    },
    { key: 'rule_name', kind: 'text', column: { width: 180 } },
    {
      key: 'product_id',
      kind: 'reference',
      reference: {
        page: productPage,
        filters: { status: 'enabled' },
        label: (row) => `${row.product_name} (${row.product_code})`,
      },
      search: true,
      column: false,
      form: { hint: 'records.productHint' },
    },
    { key: 'product_name', kind: 'text', column: { width: 180 } },
    {
      key: 'quantity',
      kind: 'number',
      min: 1,
      max: 100_000_000,
      column: { width: 130, sort: true },
      form: { required: true, initial: 1_000_000, hint: 'records.quantityHint' },
    },
    {
      key: 'status',
      kind: 'choice',
      choices: orderStatuses,
      tones: { open: 'success', closed: 'error' },
      search: true,
      column: { width: 100, sort: true },
    },
    { key: 'first_code', kind: 'code', column: { width: 230 } },
    { key: 'last_code', kind: 'code', column: { width: 230, hidden: true } },
    { key: 'guess_odds', kind: 'share', column: { width: 190, hidden: true } },
    { key: 'purpose', kind: 'longtext', column: { width: 180 }, form: { maxLength: 256 } },
    { key: 'close_reason', kind: 'text', column: { width: 180, hidden: true } },
    { key: 'downloads', kind: 'number', column: { width: 100 } },
    { key: 'created_by', kind: 'text', column: { width: 120 } },
    { key: 'created_at', kind: 'moment', column: { width: 180, sort: true } },
  ],
});
