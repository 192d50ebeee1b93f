import { returnWarehouses as call, type Refund, refund } from '@suyuan/contract/physical/refund.ts';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { Amount, onlyProduct } from '#ui/amount/Amount.tsx';
import type { ListSpec, RowAction } from '#ui/DataPage/fields.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { DoneOfPlanned } from '#ui/facts/DoneOfPlanned.tsx';
import { workShown } from '#ui/facts/workShown.tsx';
import { dealerReference, productReference } from '#ui/pickers/baseReferences.ts';
import type { Reference } from '#ui/records.ts';
import { LinesInput } from '../parts/LinesInput.tsx';
import { waybillReference } from '../parts/references.ts';

const RefundAside = later(() => import('./RefundAside.tsx'));

const nameOf =
  (what: 'warehouse' | 'dealer') =>
  (row: Refund): string | null =>
    row[`${what}_name`] ? `${row[`${what}_name`]} (${row[`${what}_code`]})` : null;

/** The list of returns, with the given actions. */
export const refundList = (actions: readonly RowAction<Refund>[]): ListSpec =>
  thingList(refund, {
    actions,
    titleOf: (row) => row.refund_no,
    locked: (row) => row.status !== 'requested',
    detailAside: (row) => (
      <Suspense>
        <RefundAside refund={row} />
      </Suspense>
    ),
    shown: {
      product_id: { reference: productReference, search: true },
      refund_no: { width: 110, form: { hint: 'freight.numberHint' }, example: 'TH-260101' },
      status: { width: 90, tones: { receiving: 'processing', inspecting: 'warning', closed: 'success' } },
      dealer_id: { reference: dealerReference, nameOf: nameOf('dealer'), form: { only: true }, example: 'JX-01' },
      dealer_code: { hidden: true, detail: false },
      dealer_name: { width: 135 },
      warehouse_id: {
        reference: returnWarehouses,
        nameOf: nameOf('warehouse'),
        form: { only: true },
        example: 'CK-01',
      },
      warehouse_code: { hidden: true, detail: false },
      warehouse_name: { width: 140, hidden: true },
      waybill_id: { reference: waybillReference, nameOf: (row) => (row.waybill_no ? `${row.waybill_no}` : null) },
      waybill_no: { width: 120, hidden: true },
      reason: { width: 110, example: 'example.refund_reason' },
      planned: {
        width: 130,
        hidden: true,
        render: (row) => <Amount units={row.planned} of={onlyProduct(row.lines)} />,
      },
      receives: { column: false, detail: false },
      received: {
        width: 110,
        render: (row) => <DoneOfPlanned done={row.received} planned={row.planned} of={onlyProduct(row.lines)} />,
      },
      inspected: {
        width: 110,
        render: (row) => <DoneOfPlanned done={row.inspected} planned={row.received} of={onlyProduct(row.lines)} />,
      },
      ...workShown,
      lines: { input: LinesInput, column: false, form: { initial: [] }, example: 'P001 = 24' },
      updated_at: { hidden: true },
      remark: { kind: 'longtext', width: 200, hidden: true },
    },
  });

/** Warehouses that accept returns. The call answers them even to people who may not see warehouses otherwise. */
const returnWarehouses: Reference = {
  list: call,
  label: (row) => `${row.warehouse_name} (${row.warehouse_code})`,
};
