import type { StopStatus, TaskStatus } from '@suyuan/contract/inspect/task/inspect-task.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    inspect_task: InspectTaskTable;
    task_stop: TaskStopTable;
  }
}

interface InspectTaskTable {
  id: GeneratedAlways<number>;
  task_no: string;
  case_id: number;
  status: Generated<TaskStatus>;
  assignee_id: number;
  due_at: Date;
  note: string | null;
  result: string | null;
  finished_by: number | null;
  finished_at: Date | null;
  created_by: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface TaskStopTable {
  id: GeneratedAlways<number>;
  task_id: number;
  position: number;
  name: string;
  area_code: string | null;
  latitude: number | string | null;
  longitude: number | string | null;
  dealer_id: number | null;
  status: Generated<StopStatus>;
  reason: string | null;
  done_at: Date | null;
}

export const inspectTaskTable = defineTable('inspect_task', {
  rows: 'enterprise',
  placement: 'local',
  audit: {
    list: 'inspecttask',
    belongings: `jsonb_build_object('stops', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'status', status, 'reason', reason) order by position), '[]')
      from task_stop where task_id = t.id))`,
  },
});

export const taskStopTable = defineTable('task_stop', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: ['inspect_task'],
});
