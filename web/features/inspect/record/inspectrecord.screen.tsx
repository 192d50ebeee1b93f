import { inspectRecord } from '@suyuan/contract/inspect/task/inspect-record.ts';
import type { TaskStop } from '@suyuan/contract/inspect/task/inspect-task.ts';
import { Suspense, useState } from 'react';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { AreaPicker } from '#ui/area/AreaPicker.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { dealerReference, productReference } from '#ui/pickers/baseReferences.ts';
import { lotReference } from '#ui/pickers/lotReference.ts';
import { OwnTasks } from '../task/OwnTasks.tsx';
import { InspectDesk } from './InspectDesk.tsx';

const LinkToCase = later(() => import('../LinkToCase.tsx'));

const degrees = { column: true, width: 100, hidden: true } as const;

const spec = thingList(inspectRecord, {
  titleOf: (row) => row.code,
  actions: [
    {
      key: 'link',
      text: 'case.linkTo',
      permission: 'case:update',
      later: true,
      shown: ({ case_id }) => case_id === null,
      dialog: ({ row, ...props }) => (
        <Suspense>
          <LinkToCase linked={{ inspection_ids: [row.id] }} name={row.code} {...props} />
        </Suspense>
      ),
    },
  ],
  shown: {
    inspected_at: { width: 170 },
    code: { kind: 'code', width: 230, search: true },
    verdict: {
      width: 120,
      tones: {
        normal: 'success',
        suspected_diversion: 'warning',
        false_label: 'error',
        unknown: 'error',
        void: 'error',
      },
    },
    finding: { width: 150 },
    label: { kind: 'code', width: 200, hidden: true },
    product_name: { width: 150 },
    lot: { width: 110 },
    product_id: { reference: productReference, search: true },
    lot_id: { reference: lotReference, search: true },
    province: { input: AreaPicker, search: true },
    expected_dealer_id: { reference: dealerReference, search: true },
    expected_dealer: { width: 150 },
    found_dealer: { width: 150 },
    area_name: { width: 160 },
    latitude: degrees,
    longitude: degrees,
    note: { kind: 'longtext', width: 200 },
    inspector: { width: 110 },
    case_id: { search: false },
    case_no: { width: 120, hidden: true },
    task_no: { width: 120, hidden: true },
    evidence_no: { width: 120, hidden: true },
  },
});

export const preload = firstRows(spec);

/** 稽查记录: a desk for inspecting codes on the market, and the list of inspections. */
export default function Inspections() {
  const can = useCan();
  const [stop, setStop] = useState<TaskStop>();
  return (
    <div className="data-page">
      {can('inspectrecord:add') && <OwnTasks stop={stop} onStop={setStop} />}
      {can(['inspectrecord:add', 'inspectrecord:torn']) && <InspectDesk key={stop?.id ?? 0} stop={stop} />}
      <DataPage spec={spec} />
    </div>
  );
}
