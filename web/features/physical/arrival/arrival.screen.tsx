import { type Arrival, arrival } from '@suyuan/contract/physical/waybill/arrival.ts';
import { Suspense, useMemo } from 'react';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { ArrivalDay } from './ArrivalDay.tsx';

const ArrivalDesk = later(() => import('./ArrivalDesk.tsx'));
const ProveDelivery = later(() => import('./proof/ProveDelivery.tsx'));
const ArrivalAside = later(() => import('./ArrivalAside.tsx'));

/** The list of arrivals; whoever may sign may count, too. */
const arrivalList = (permission: 'arrival:tally' | 'arrival:sign') =>
  thingList(arrival, {
    titleOf: (row) => row.waybill_no,
    code: 'waybill_no',
    actions: [
      { key: 'count', text: 'button.tally', permission, dialog: ArrivalDesk },
      { key: 'prove', text: 'arrival.prove', permission: 'arrival:sign', later: true, dialog: ProveDelivery },
    ],
    detailAside: (row: Arrival) => (
      <Suspense>
        <ArrivalAside id={row.id} />
      </Suspense>
    ),
    shown: {
      destination: { search: true },
      waybill_no: { width: 130 },
      status: { width: 90, tones: { shipped: 'processing', signed: 'success', closed: 'default' } },
      kind: { width: 80, hidden: true },
      from_name: { width: 140 },
      to_name: { width: 140 },
      to_dealer_id: { column: false, search: false },
      to_warehouse_id: { column: false, search: false },
      to_factory_id: { column: false, search: false },
      planned_day: { width: 120, render: (row) => <ArrivalDay day={row.planned_day} late={row.late} /> },
      shipped_at: { width: 170, hidden: true },
      carrier: { width: 120 },
      plate: { width: 100 },
      due_units: { width: 90 },
      due_packages: { width: 90 },
      counted: { width: 90 },
      late: { column: false, search: true },
      blind: { column: false },
      driver: { hidden: true },
      driver_phone: { hidden: true },
      seal_no: { hidden: true },
    },
  });

export const preload = firstRows(arrivalList('arrival:tally'));

/** 收货: waybills on their way, and the desk at which they are counted. */
export default function Arrivals() {
  const can = useCan();
  const permission = can('arrival:tally') ? 'arrival:tally' : 'arrival:sign';
  const spec = useMemo(() => arrivalList(permission), [permission]);
  return <DataPage spec={spec} />;
}
