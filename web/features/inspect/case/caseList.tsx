import { caseLife } from '@suyuan/contract/inspect/case/case.life.ts';
import { inspectCase } from '@suyuan/contract/inspect/case/case.ts';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { AreaPicker } from '#ui/area/AreaPicker.tsx';
import { thingList } from '#ui/DataPage/thingList.ts';
import { DueTime } from '#ui/facts/DueTime.tsx';
import { dealerReference, productReference } from '#ui/pickers/baseReferences.ts';
import { caseOwnersReference } from './caseOwners.ts';

const CaseView = later(() => import('./CaseView.tsx'));
const CaseStep = later(() => import('./CaseStep.tsx'));
const NewTask = later(() => import('../task/NewTask.tsx'));
const NewSettlement = later(() => import('../settlement/NewSettlement.tsx'));

export const caseList = thingList(inspectCase, {
  thing: inspectCase.table,
  code: 'case_no',
  titleOf: (row) => `${row.case_no} ${row.title}`,
  detailWidth: 960,
  detailAside: (row) => (
    <Suspense>
      <CaseView id={row.id} />
    </Suspense>
  ),
  actions: [
    {
      key: 'task',
      text: 'inspecttask.add',
      permission: 'case:task',
      shown: ({ status }) => status === 'open',
      dialog: ({ row, ...props }) => (
        <Suspense>
          <NewTask inspected={{ case_id: row.id, name: row.case_no }} {...props} />
        </Suspense>
      ),
    },
    {
      key: 'close',
      text: 'case.close',
      permission: 'case:close',
      shown: ({ status }) => caseLife.mayTake('close', status),
      dialog: (props) => (
        <Suspense>
          <CaseStep step="close" {...props} />
        </Suspense>
      ),
    },
    {
      key: 'reopen',
      text: 'case.reopen',
      permission: 'case:close',
      shown: ({ status }) => caseLife.mayTake('reopen', status),
      dialog: (props) => (
        <Suspense>
          <CaseStep step="reopen" {...props} />
        </Suspense>
      ),
    },
    {
      key: 'update',
      text: 'button.update',
      permission: 'case:update',
      later: true,
      shown: ({ status }) => caseLife.mayTake('update', status),
      dialog: (props) => (
        <Suspense>
          <CaseStep step="update" {...props} />
        </Suspense>
      ),
    },
    {
      key: 'note',
      text: 'queryconsumerwarning.note',
      permission: 'case:update',
      later: true,
      dialog: (props) => (
        <Suspense>
          <CaseStep step="note" {...props} />
        </Suspense>
      ),
    },
    {
      key: 'settle',
      text: 'settlement.add',
      permission: 'case:settle',
      later: true,
      shown: ({ status }) => status === 'open',
      dialog: ({ row, ...props }) => (
        <Suspense>
          <NewSettlement inspected={{ case_id: row.id, case_no: row.case_no, dealer_id: row.dealer_id }} {...props} />
        </Suspense>
      ),
    },
  ],
  shown: {
    case_no: { width: 120, search: true },
    title: { width: 170, search: true },
    status: { width: 90, tones: { open: 'processing', closed: 'default' } },
    outcome: { width: 100, hidden: true, tones: { right: 'error', false_alarm: 'success' } },
    dealer_id: { reference: dealerReference, search: true },
    dealer_name: { width: 150 },
    product_id: { reference: productReference },
    product_name: { width: 130, hidden: true },
    waybill_no: { width: 120, hidden: true },
    province: { input: AreaPicker },
    region: { width: 90, hidden: true },
    warnings: { width: 80, detail: false },
    tasks: { width: 80, hidden: true, detail: false },
    owner_id: { column: false, reference: caseOwnersReference, nameOf: (row) => row.owner, search: true },
    owner: { width: 90 },
    due_at: { width: 190, render: (row) => <DueTime at={row.due_at} overdue={row.overdue} /> },
    overdue: { column: false, search: true },
    days_open: { width: 90, hidden: true, detail: false },
    settled_amount: { width: 110, hidden: true, detail: false },
    created_by: { width: 110, hidden: true },
    created_at: { width: 170, hidden: true },
    closed_by: { width: 110, hidden: true },
    closed_at: { width: 170, hidden: true },
    reason: { kind: 'longtext', width: 200, hidden: true },
  },
});
