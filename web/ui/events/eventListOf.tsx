import type { RowOf } from '@suyuan/contract/thing/thing.ts';
import type { EventList } from '@suyuan/contract/trace/event-list.ts';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { Amount } from '../amount/Amount.tsx';
import type { ListSpec } from '../DataPage/fields.ts';
import { type Shown, thingList } from '../DataPage/thingList.ts';
import { EventCodes } from '../history/EventHistory.tsx';
import { dealerReference, productReference, warehouseReference } from '../pickers/baseReferences.ts';
import type { Reference } from '../records.ts';

const CodesOfEvent = later(() => import('./CodesOfEvent.tsx'));

/** The list of the events of a screen: what was done, for which document, by whom and why. */
export function eventListOf(list: EventList, documents: Readonly<Record<string, Reference>> = {}): ListSpec {
  const shown: Readonly<Record<string, Shown<RowOf<EventList>>>> = {
    code: { kind: 'code' },
    waybill_id: { ...sought(documents.waybill_id) },
    waybill_no: { width: 100 },
    refund_id: { ...sought(documents.refund_id) },
    refund_no: { width: 100 },
    work_order_id: { ...sought(documents.work_order_id) },
    work_order_no: { width: 105 },
    from_warehouse_id: sought(warehouseReference),
    from_warehouse_name: { width: 110, hidden: true },
    warehouse_id: sought(warehouseReference),
    warehouse_name: { width: 110 },
    dealer_id: sought(dealerReference),
    // Codes on both sides leave no room for it.
    dealer_name: { width: 120, hidden: 'successor_list' in list.fields },
    place_name: { width: 110 },
    units: { width: 120, render: (row) => <Amount units={row.units} of={row.product_id as number | null} /> },
    done_at: { width: 150 },
    product_id: sought(productReference),
    product_name: { width: 125 },
    lot: { width: 100, search: true, hidden: true },
    code_list: {
      width: 150,
      render: (row) => (
        <EventCodes codes={row.code_list as string[]} all={Number(row.codes)} corrected={row.corrected === true} />
      ),
    },
    successor_list: {
      width: 150,
      render: (row) => (
        <EventCodes codes={row.successor_list as string[]} all={(row.successor_list as string[]).length} />
      ),
    },
    codes: { width: 90, hidden: true },
    reason: { width: 120 },
    account_id: sought({ list: list.people, label: (row) => `${row.name}` }),
    done_by: { width: 100 },
    device_name: { width: 120, hidden: true },
    corrected: { width: 90, hidden: true },
    recorded_at: { hidden: true },
  };
  return thingList(list, {
    titleOf: (row) => `${row.waybill_no ?? row.refund_no ?? row.work_order_no ?? (row.code_list as string[])[0] ?? ''}`,
    shown,
    detailAside: (row) => (
      <Suspense>
        <CodesOfEvent list={list} id={Number(row.id)} />
      </Suspense>
    ),
  });
}

/** A filter that has no column. */
const sought = (reference: Reference | undefined): Shown<RowOf<EventList>> =>
  reference ? { reference, search: true, column: false } : { search: false, column: false };
