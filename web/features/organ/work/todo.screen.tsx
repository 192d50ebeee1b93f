import type { Permission } from '@suyuan/contract/menu.ts';
import { type WorkItem, workItem, workTake } from '@suyuan/contract/organ/work-item.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { Link } from 'react-router';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { notify } from '#core/notices/notices.ts';
import { useAddresses } from '#core/session/useAddresses.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import type { BatchDialogProps, ListBatchAction, ListSpec, RowAction, RowDialogProps } from '#ui/DataPage/fields.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { DueTime } from '#ui/facts/DueTime.tsx';

const WorkHistory = later(() => import('./WorkHistory.tsx'));
const WorkStep = later(() => import('./WorkStep.tsx'));

type Take = (rows: readonly WorkItem[]) => void;

const isOpen = ({ state }: WorkItem): boolean => state !== 'done';

const dialogs: readonly (readonly ['assign' | 'remind', Permission, (row: WorkItem) => boolean])[] = [
  ['assign', 'todo:take', isOpen],
  ['remind', 'todo:remind', (row) => isOpen(row) && row.whose === 'others'],
];

const batchActionsOf = (take: Take): ListBatchAction<WorkItem>[] => [
  {
    key: 'take',
    text: 'todo.take',
    permission: 'todo:take',
    fits: (row) => isOpen(row) && row.takeable,
    run: take,
  },
  ...dialogs.map(([step, permission, fits]) => ({
    key: step,
    text: step === 'assign' ? ('todo.handOn' as const) : ('button.remind' as const),
    permission,
    fits,
    dialog: (props: BatchDialogProps<WorkItem>) => (
      <Suspense>
        <WorkStep step={step} {...props} />
      </Suspense>
    ),
  })),
];

/** The same for a single row. */
const ofOneRow = ({ fits = () => true, ...action }: ListBatchAction<WorkItem>): RowAction<WorkItem> => ({
  ...action,
  shown: fits,
  ...('run' in action
    ? { run: (row: WorkItem) => action.run([row]) }
    : { dialog: ({ row, ...props }: RowDialogProps<WorkItem>) => <action.dialog rows={[row]} {...props} /> }),
});

/** 待办: work that waits, with whose it is, until when, and what happened to it. */
export default function Todo() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const spec = useMemo(
    () =>
      specOf((rows) => {
        void call(workTake, { ids: rows.map(({ id }) => id) })
          .then(({ changed }) => notify.success(t('todo.taken', { n: changed })))
          .catch(() => undefined)
          .then(() => queries.invalidateQueries({ queryKey: [workItem.page.path] }));
      }),
    [queries, t],
  );
  return <DataPage spec={spec} />;
}

const specOf = (take: Take): ListSpec =>
  thingList(workItem, {
    titleOf: (row) => row.what,
    batchActions: batchActionsOf(take),
    actions: batchActionsOf(take).map(ofOneRow),
    detailAside: (row) => (
      <Suspense>
        <WorkHistory id={row.id} />
      </Suspense>
    ),
    shown: {
      waiting: { width: 180 },
      what: { width: 170, search: true, render: (row) => <Where {...(row as unknown as WorkItem)} /> },
      state: { width: 90, tones: { open: 'processing', overdue: 'error', escalated: 'warning', done: 'default' } },
      whose: { column: false },
      owner: { width: 100 },
      owner_id: { column: false },
      role: { width: 110, hidden: true },
      role_id: { column: false },
      due_at: {
        width: 190,
        render: ({ due_at, state }) => <DueTime at={due_at} overdue={state === 'escalated'} />,
      },
      since: { width: 160 },
      escalated_to: { width: 110, hidden: true },
      escalated_at: { width: 160, hidden: true },
      ended_at: { width: 160, hidden: true },
      takeable: { column: false, detail: false },
      screen: { column: false, detail: false },
      query: { column: false, detail: false },
    },
  });

/** What it is about, as a link to where it is done. */
function Where({ what, screen, query }: Pick<WorkItem, 'what' | 'screen' | 'query'>) {
  const to = useAddresses()(screen, query);
  return to === undefined ? what : <Link to={to}>{what}</Link>;
}

export const preload = firstRows(specOf(() => {}));
