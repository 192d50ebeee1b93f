import { taskInspectors } from '@suyuan/contract/inspect/task/inspect-task.ts';
import type { Reference } from '#ui/records.ts';

/** The people who may be sent. */
export const inspectorReference: Reference = {
  list: taskInspectors,
  label: (row) => `${row.name} (${row.account_name})`,
};

export const stepNames = ['finish', 'reopen', 'update', 'withdraw'] as const;
export type StepName = (typeof stepNames)[number];
