import { PlusOutlined } from '@ant-design/icons';
import { recallLife } from '@suyuan/contract/inspect/recall/recall.life.ts';
import { recall, recallDelete, recallRelease } from '@suyuan/contract/inspect/recall/recall.ts';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';

const NewRecall = later(() => import('./NewRecall.tsx'));
const RecallAside = later(() => import('./RecallAside.tsx'));
const CloseRecall = later(() => import('./CloseRecall.tsx'));
const BeginRecall = later(() => import('./BeginRecall.tsx'));
const WidenRecall = later(() => import('./WidenRecall.tsx'));
const ReleaseGoods = later(() => import('../goods/ReleaseGoods.tsx'));

const spec = thingList(recall, {
  thing: recall.table,
  titleOf: (row) => row.recall_no,
  code: 'recall_no',
  remove: recallDelete,
  locked: ({ status }) => !recallLife.mayTake('delete', status),
  buttons: [
    {
      text: 'recall.add',
      icon: <PlusOutlined aria-hidden />,
      permission: 'recall:add',
      primary: true,
      dialog: NewRecall,
    },
  ],
  actions: [
    {
      key: 'begin',
      text: 'button.begin',
      permission: 'recall:begin',
      shown: ({ status }) => recallLife.mayTake('begin', status),
      dialog: (props) => (
        <Suspense>
          <BeginRecall {...props} />
        </Suspense>
      ),
    },
    {
      key: 'update',
      text: 'button.update',
      permission: 'recall:update',
      shown: ({ status }) => recallLife.mayTake('update', status),
      dialog: (props) => (
        <Suspense>
          <NewRecall {...props} />
        </Suspense>
      ),
    },
    {
      key: 'close',
      text: 'recall.close',
      permission: 'recall:close',
      shown: ({ status }) => recallLife.mayTake('close', status),
      dialog: (props) => (
        <Suspense>
          <CloseRecall {...props} />
        </Suspense>
      ),
    },
    {
      key: 'widen',
      text: 'button.widen',
      permission: 'recall:add',
      later: true,
      dialog: (props) => (
        <Suspense>
          <WidenRecall {...props} />
        </Suspense>
      ),
    },
    {
      key: 'release',
      text: 'hold.release',
      permission: 'recall:release',
      completes: recallRelease,
      shown: ({ in_force, status }) => in_force && recallLife.mayTake('release', status),
      dialog: ({ row, ...props }) => (
        <Suspense>
          <ReleaseGoods of="recall" id={row.id} no={row.recall_no} {...props} />
        </Suspense>
      ),
    },
  ],
  detailWidth: 760,
  detailAside: (row) => (
    <Suspense>
      <RecallAside id={row.id} />
    </Suspense>
  ),
  shown: {
    recall_no: { width: 120, search: true },
    status: { width: 100, tones: { planned: 'processing', begun: 'error', closed: 'default' } },
    drill: { width: 90, search: true },
    scope_kind: { width: 120 },
    scope: { width: 200 },
    reason: { kind: 'longtext', width: 220 },
    widens: { width: 120, hidden: true },
    acknowledge_hours: { column: false },
    answer_hours: { column: false },
    tells: { column: false },
    target_minutes: { column: false },
    instructions: { column: false },
    created_by: { width: 110, hidden: true },
    created_at: { width: 170 },
    begun_by: { width: 110, hidden: true },
    begun_at: { width: 170 },
    closed_by: { width: 110, hidden: true },
    closed_at: { width: 170, hidden: true },
    close_note: { kind: 'longtext', width: 200, hidden: true },
  },
});

export const preload = firstRows(spec);

/** 召回: recalls of goods, real ones and drills. */
export default function Recalls() {
  return <DataPage spec={spec} />;
}
