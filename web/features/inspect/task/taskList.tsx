import { taskLife } from '@suyuan/contract/inspect/task/inspect-task.life.ts';
import { inspectTask } from '@suyuan/contract/inspect/task/inspect-task.ts';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { thingList } from '#ui/DataPage/thingList.ts';
import { DueTime } from '#ui/facts/DueTime.tsx';
import { inspectorReference, stepNames } from './inspectors.ts';

const TaskView = later(() => import('./TaskView.tsx'));
const TaskStep = later(() => import('./TaskStep.tsx'));

const texts = {
  finish: 'inspecttask.finish',
  reopen: 'inspecttask.reopen',
  update: 'button.update',
  withdraw: 'inspecttask.withdraw',
} as const;

export const taskList = thingList(inspectTask, {
  thing: inspectTask.table,
  code: 'task_no',
  titleOf: (row) => row.task_no,
  detailAside: (row) => (
    <Suspense>
      <TaskView id={row.id} />
    </Suspense>
  ),
  actions: stepNames.map((step) => ({
    key: step,
    text: texts[step],
    permission: 'case:task' as const,
    ...(step === 'update' || step === 'withdraw' ? { later: true as const } : {}),
    shown: ({ status }) => taskLife.mayTake(step, status),
    dialog: (props) => (
      <Suspense>
        <TaskStep step={step} {...props} />
      </Suspense>
    ),
  })),
  shown: {
    task_no: { width: 120, search: true },
    status: { width: 90, tones: { open: 'processing', finished: 'success', withdrawn: 'default' } },
    case_id: { search: false },
    case_no: { width: 120 },
    case_title: { width: 180, hidden: true },
    assignee_id: { column: false, reference: inspectorReference, nameOf: (row) => row.assignee, search: true },
    assignee: { width: 100 },
    due_at: { width: 190, render: (row) => <DueTime at={row.due_at} overdue={row.overdue} /> },
    overdue: { column: false, search: true },
    stops: { width: 80 },
    done: { width: 80 },
    inspections: { width: 80 },
    note: { kind: 'longtext', width: 160, hidden: true },
    result: { kind: 'longtext', width: 200, hidden: true },
    created_by: { width: 110, hidden: true },
    created_at: { width: 170, hidden: true },
    finished_at: { width: 170, hidden: true },
  },
});
