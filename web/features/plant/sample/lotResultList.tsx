import { lotResult, lotResultAdd, lotResultImport } from '@suyuan/contract/plant/lot/lot-result.ts';
import { later } from '#core/loading/later.tsx';
import { thingList } from '#ui/DataPage/thingList.ts';
import { productReference } from '#ui/pickers/baseReferences.ts';
import { workOrderReference } from '#ui/pickers/plantReferences.ts';

const WithdrawResult = later(() => import('./WithdrawResult.tsx'));

/** The results of tests of lots: recorded by hand, or from a laboratory's file. */
export const lotResultList = thingList(lotResult, {
  add: lotResultAdd,
  import: lotResultImport,
  thing: lotResult.table,
  titleOf: (row) => `${row.lot} · ${row.test_name}`,
  actions: [
    {
      key: 'withdraw',
      text: 'orderlist.withdraw',
      permission: 'orderlist:result',
      danger: true,
      shown: ({ withdrawn_at }) => withdrawn_at === null,
      dialog: WithdrawResult,
    },
  ],
  shown: {
    work_order_id: { reference: workOrderReference, search: true, example: 'WO000001' },
    order_no: { width: 110 },
    product_id: { reference: productReference, search: true },
    product_name: { width: 150, hidden: true },
    lot: { width: 130 },
    test_name: { width: 150, form: { hint: 'lotresult.testHint' }, example: 'lotresult.testExample' },
    outcome: { width: 100, tones: { passed: 'success', failed: 'error' }, form: { initial: 'passed' } },
    note: { width: 150, kind: 'longtext' },
    given_by: { width: 100, hidden: true },
    given_at: {},
    withdrawn_by: { width: 100, hidden: true },
    withdrawn_at: { width: 150 },
    withdrawal_reason: { width: 180, kind: 'longtext', hidden: true },
  },
});
