import { PlusOutlined } from '@ant-design/icons';
import { forensicCase, forensicDelete } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { dealerReference } from '#ui/pickers/baseReferences.ts';
import { WaitingNotice } from '../outbox/WaitingNotice.tsx';

const NewCase = later(() => import('./NewCase.tsx'));
const CaseAside = later(() => import('./CaseAside.tsx'));
const LinkToCase = later(() => import('../LinkToCase.tsx'));

const spec = thingList(forensicCase, {
  thing: forensicCase.table,
  titleOf: (row) => row.case_no,
  remove: forensicDelete,
  locked: ({ status }) => status !== 'draft',
  buttons: [
    {
      text: 'forensics.new',
      icon: <PlusOutlined aria-hidden />,
      permission: 'forensics:add',
      primary: true,
      dialog: NewCase,
    },
  ],
  actions: [
    {
      key: 'link',
      text: 'case.linkTo',
      permission: 'case:update',
      later: true,
      shown: ({ inspect_case_id }) => inspect_case_id === null,
      dialog: ({ row, ...props }) => (
        <Suspense>
          <LinkToCase linked={{ evidence_ids: [row.id] }} name={row.case_no} {...props} />
        </Suspense>
      ),
    },
  ],
  detailAside: (row) => (
    <Suspense>
      <CaseAside id={row.id} />
    </Suspense>
  ),
  shown: {
    case_no: { width: 120, search: true },
    status: { width: 100, tones: { draft: 'processing', sealed: 'success' } },
    code: { kind: 'code', width: 230, search: true },
    dealer_id: { reference: dealerReference, search: true },
    dealer_name: { width: 150 },
    place: { width: 200 },
    area_name: { width: 160 },
    photos: { width: 80 },
    found_at: { width: 170 },
    note: { kind: 'longtext', width: 200 },
    seal: { width: 200, hidden: true },
    inspect_case_id: { search: false },
    inspect_case_no: { width: 120, hidden: true },
    inspect_id: { search: false },
    inspected_code: { width: 150, hidden: true },
    sealed_at: { width: 170, hidden: true },
    created_by: { width: 110 },
    created_at: { width: 170 },
  },
});

export const preload = firstRows(spec);

/** 取证: cases of evidence, including those waiting on this phone. */
export default function Forensics() {
  return <DataPage spec={spec} overview={<WaitingNotice of="cases" />} />;
}
