import { countLife } from '@suyuan/contract/physical/stock/stock-count.life.ts';
import { countApprove, countPaper, stockCount } from '@suyuan/contract/physical/stock/stock-count.ts';
import { Suspense } from 'react';
import { download } from '#core/api/call.ts';
import { later } from '#core/loading/later.tsx';
import { Amount } from '#ui/amount/Amount.tsx';
import { thingList } from '#ui/DataPage/thingList.ts';
import { workShown } from '#ui/facts/workShown.tsx';
import { productReference, warehouseReference } from '#ui/pickers/baseReferences.ts';

const CountAside = later(() => import('./CountAside.tsx'));
const CountDesk = later(() => import('./CountDesk.tsx'));
const StepDialogs = {
  start: later(async () => ({ default: (await import('./CountSteps.tsx')).StartCount })),
  finish: later(async () => ({ default: (await import('./CountSteps.tsx')).FinishCount })),
  resume: later(async () => ({ default: (await import('./CountSteps.tsx')).ResumeCount })),
  approve: later(async () => ({ default: (await import('./CountSteps.tsx')).ApproveCount })),
  cancel: later(async () => ({ default: (await import('./CountSteps.tsx')).CancelCount })),
};

/** Counts of warehouses and zones, from draft to done. */
export const countList = thingList(stockCount, {
  titleOf: (row) => row.count_no,
  locked: (row) => !countLife.mayTake('update', row.status),
  kept: (row) => !countLife.mayTake('delete', row.status),
  detailAside: (row) => (
    <Suspense>
      <CountAside count={row} />
    </Suspense>
  ),
  actions: [
    {
      key: 'start',
      text: 'stockcount.start',
      permission: 'stock:count',
      shown: ({ status }) => countLife.mayTake('start', status),
      dialog: StepDialogs.start,
    },
    {
      key: 'scan',
      text: 'stockcount.scan',
      permission: 'stock:count',
      shown: ({ status }) => countLife.mayTake('scan', status),
      dialog: CountDesk,
    },
    {
      key: 'finish',
      text: 'stockcount.finish',
      permission: 'stock:count',
      shown: ({ status }) => countLife.mayTake('finish', status),
      dialog: StepDialogs.finish,
    },
    {
      key: 'approve',
      text: 'stockcount.approve',
      permission: 'stock:adjust',
      completes: countApprove,
      shown: ({ status }) => countLife.mayTake('approve', status),
      dialog: StepDialogs.approve,
    },
    {
      key: 'resume',
      text: 'stockcount.resume',
      permission: 'stock:count',
      later: true,
      shown: ({ status }) => countLife.mayTake('resume', status),
      dialog: StepDialogs.resume,
    },
    {
      key: 'cancel',
      text: 'stockcount.cancel',
      permission: 'stock:count',
      later: true,
      danger: true,
      shown: ({ status }) => countLife.mayTake('cancel', status),
      dialog: StepDialogs.cancel,
    },
    {
      key: 'print',
      text: 'button.print',
      permission: 'stock:print',
      later: true,
      // `download` has shown the error.
      run: ({ id }) => void download(countPaper, { id }).catch(() => undefined),
    },
  ],
  shown: {
    count_no: { width: 110, form: { hint: 'freight.numberHint' } },
    status: {
      width: 100,
      tones: { counting: 'processing', to_approve: 'warning', done: 'success', cancelled: 'default' },
    },
    warehouse_id: { reference: warehouseReference, nameOf: (row) => row.warehouse_name, column: false },
    warehouse_name: { width: 130 },
    product_id: { reference: productReference, nameOf: (row) => row.product_name, column: false },
    product_name: { width: 140 },
    lot: { width: 110, form: { shown: ({ product_id }) => Boolean(product_id) } },
    blind: { width: 80, form: { hint: 'stockcount.blindHint' } },
    expected: { width: 110, render: (row) => units(row.expected, row.product_id) },
    seen: { width: 110, render: (row) => units(row.seen, row.product_id) },
    differences: { width: 90 },
    ...workShown,
    started_at: { width: 150, hidden: true },
    finished_by: { width: 100, hidden: true },
    finished_at: { width: 150 },
    approved_by: { width: 100, hidden: true },
    approved_at: { width: 150, hidden: true },
    reason: { kind: 'longtext', width: 160, hidden: true },
    created_by: { width: 100, hidden: true },
    updated_at: { hidden: true },
    remark: { kind: 'longtext', width: 160, hidden: true },
  },
});

const units = (amount: number | null, product: number | null) =>
  amount === null ? '—' : <Amount units={amount} of={product} />;
