import { type WorkOrder, workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { useAddresses } from '#core/session/useAddresses.ts';
import type { ListSpec, RowAction } from '#ui/DataPage/fields.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { DoneOfPlanned } from '#ui/facts/DoneOfPlanned.tsx';
import { hierarchyReference, productReference, warehouseReference } from '#ui/pickers/baseReferences.ts';
import { DayInput } from '#ui/pickers/DateInput.tsx';
import { lineReference, teamReference } from '#ui/pickers/plantReferences.ts';
import { OrderExtensionInput } from './OrderExtension.tsx';
import { LimitTag } from './OrderLimit.tsx';

const OrderAside = later(() => import('./OrderAside.tsx'));

const nameOf =
  (what: 'product' | 'line' | 'team' | 'hierarchy' | 'warehouse') =>
  (row: WorkOrder): string | null =>
    row[`${what}_name`] ? `${row[`${what}_name`]} (${row[`${what}_code`]})` : null;

/** The list of work orders, with the given actions. */
export const orderList = (actions: readonly RowAction<WorkOrder>[]): ListSpec =>
  thingList(workOrder, {
    actions,
    titleOf: (row) => row.order_no,
    locked: (row) => row.status !== 'draft',
    // A copied order is for another lot and other days.
    copied: [
      'product_id',
      'quantity',
      'line_id',
      'team_id',
      'hierarchy_id',
      'tolerance',
      'mix',
      'remainder',
      'to_warehouse_id',
      'remark',
      'extension',
    ],
    elsewhere: CodesOfLot,
    detailAside: (row) => (
      <Suspense>
        <OrderAside order={row} />
      </Suspense>
    ),
    shown: {
      order_no: { width: 115, form: { hint: 'orderlist.numberHint' }, example: 'GD-260101' },
      status: {
        width: 85,
        tones: { released: 'processing', running: 'processing', held: 'warning', finished: 'success' },
      },
      product_id: { reference: productReference, nameOf: nameOf('product'), example: 'YQ-53' },
      product_code: { width: 110, hidden: true },
      product_name: { width: 150 },
      lot: { width: 115, wrong: 'orderlist.lotWrong', form: { hint: 'orderlist.lotHint' }, example: 'L20260101' },
      production_date: { input: DayInput, width: 100, example: '2026-01-01' },
      expiry_date: { input: DayInput, width: 110, hidden: true, form: { hint: 'orderlist.expiryHint' } },
      planned_from: {
        input: DayInput,
        width: 110,
        form: { hint: 'orderlist.plannedHint' },
        example: '2026-01-01',
      },
      planned_to: { input: DayInput, width: 110, hidden: true, example: '2026-01-02' },
      quantity: { width: 95, example: '6000' },
      tolerance: { width: 90, hidden: true, detail: false, form: { hint: 'orderlist.toleranceHint' } },
      line_id: { reference: lineReference, nameOf: nameOf('line'), example: 'CX-01' },
      line_code: { width: 110, hidden: true, detail: false },
      line_name: { width: 115 },
      team_id: {
        reference: teamReference,
        nameOf: nameOf('team'),
        form: { hint: 'orderlist.teamHint' },
        example: 'BZ-01',
      },
      team_code: { width: 110, hidden: true, detail: false },
      team_name: { width: 110, hidden: true },
      hierarchy_id: {
        reference: hierarchyReference,
        nameOf: nameOf('hierarchy'),
        form: { hint: 'orderlist.hierarchyHint' },
      },
      hierarchy_code: { width: 120, hidden: true, detail: false },
      hierarchy_name: { width: 140, hidden: true },
      mix: { hidden: true, form: { initial: 'one_lot' } },
      remainder: { hidden: true, form: { initial: 'allowed' } },
      to_warehouse_id: {
        reference: warehouseReference,
        nameOf: nameOf('warehouse'),
        form: { hint: 'orderlist.warehouseHint' },
        example: 'CK-01',
      },
      warehouse_code: { width: 120, hidden: true, detail: false },
      warehouse_name: { width: 140, hidden: true },
      bound: { width: 100, hidden: true },
      packed: {
        width: 130,
        render: (row) => (
          <>
            <DoneOfPlanned done={row.packed} planned={row.quantity} of={row.product_id} />
            <LimitTag order={row} />
          </>
        ),
      },
      limit: { width: 110, hidden: true, detail: false },
      started_at: { hidden: true },
      finished_at: { hidden: true },
      updated_at: { hidden: true },
      remark: { kind: 'longtext', width: 200, hidden: true },
      extension: { input: OrderExtensionInput, form: { hint: 'orderlist.extensionHint' }, detail: false },
      extension_list: { width: 200, hidden: true, detail: false },
    },
  });

/** A link to the code orders of a lot, because a lot need not have a work order: codes can be bound to it directly. */
function CodesOfLot({ filters: { lot } }: { readonly filters: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation();
  const address = useAddresses()('records', `${new URLSearchParams({ keyword: `${lot}` })}`);
  if (!useCan()('records') || typeof lot !== 'string' || !address) return null;
  return (
    <p>
      {t('orderlist.noneOfLot')} <Link to={address}>{t('orderlist.codesOfLot', { lot })}</Link>
    </p>
  );
}
