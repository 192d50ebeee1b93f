import { LockOutlined } from '@ant-design/icons';
import { holdLife } from '@suyuan/contract/inspect/hold.life.ts';
import { hold, holdOwners, holdRelease } from '@suyuan/contract/inspect/hold.ts';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { DueTime } from '#ui/facts/DueTime.tsx';

const NewHold = later(() => import('./NewHold.tsx'));
const ChangeHold = later(() => import('./ChangeHold.tsx'));
const HoldAside = later(() => import('./HoldAside.tsx'));
const ReleaseGoods = later(() => import('../goods/ReleaseGoods.tsx'));

const spec = thingList(hold, {
  thing: hold.table,
  titleOf: (row) => row.hold_no,
  code: 'hold_no',
  buttons: [
    {
      text: 'hold.add',
      icon: <LockOutlined aria-hidden />,
      permission: 'hold:add',
      primary: true,
      dialog: NewHold,
    },
  ],
  actions: [
    {
      key: 'update',
      text: 'button.update',
      permission: 'hold:update',
      shown: ({ status }) => holdLife.mayTake('update', status),
      dialog: (props) => (
        <Suspense>
          <ChangeHold {...props} />
        </Suspense>
      ),
    },
    {
      key: 'release',
      text: 'hold.release',
      permission: 'hold:release',
      completes: holdRelease,
      shown: ({ status }) => holdLife.mayTake('release', status),
      dialog: ({ row, ...props }) => (
        <Suspense>
          <ReleaseGoods of="hold" id={row.id} no={row.hold_no} {...props} />
        </Suspense>
      ),
    },
  ],
  detailAside: (row) => (
    <Suspense>
      <HoldAside id={row.id} />
    </Suspense>
  ),
  shown: {
    hold_no: { width: 120, search: true },
    status: { width: 90, tones: { held: 'error', released: 'default' } },
    scope: { width: 180, search: true },
    reason: { kind: 'longtext', width: 200 },
    waybill_no: { width: 120, hidden: true },
    owner: { width: 110 },
    owner_id: {
      column: false,
      reference: { list: holdOwners, label: (row) => `${row.name} (${row.account_name})` },
      nameOf: (row) => row.owner,
    },
    due_at: { width: 190, render: (row) => <DueTime at={row.due_at} overdue={row.overdue} /> },
    overdue: { column: false, search: true },
    scope_kind: { width: 110, hidden: true },
    created_by: { width: 110, hidden: true },
    created_at: { width: 170, hidden: true },
    released_by: { width: 110, hidden: true },
    released_at: { width: 170, hidden: true },
    release_reason: { kind: 'longtext', width: 200, hidden: true },
  },
});

export const preload = firstRows(spec);

/** 冻结: goods that are kept back within the enterprise. */
export default function Holds() {
  return <DataPage spec={spec} />;
}
