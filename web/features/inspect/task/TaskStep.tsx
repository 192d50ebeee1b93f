import {
  type InspectTask,
  ownTasks,
  taskDetail,
  taskFinish,
  taskReopen,
  taskUpdate,
  taskWithdraw,
} from '@suyuan/contract/inspect/task/inspect-task.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { textLimit } from '#ui/limits.ts';
import { MomentInput } from '#ui/pickers/DateInput.tsx';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { inspectorReference, type StepName } from './inspectors.ts';

type Task = Pick<InspectTask, 'id' | 'task_no'> &
  Partial<Pick<InspectTask, 'assignee_id' | 'due_at' | 'note' | 'updated_at'>>;

interface TaskStepProps extends DialogProps {
  readonly step: StepName;
  readonly row: Task;
}

/** A dialog for one step of an inspector's task. */
export default function TaskStep({ step, row, onClose, onDone }: TaskStepProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const run = async (values: FormValues) => {
    await stepped(step, row, values);
    notify.success(t('datapage.saved'));
    for (const { path } of [taskDetail, ownTasks]) void queries.invalidateQueries({ queryKey: [path] });
    onDone();
  };
  const { assignee_id, due_at, note } = row;
  const okText = { finish: 'inspecttask.finish', reopen: 'inspecttask.reopen', update: 'datapage.save' } as const;
  return (
    <FormDialog
      title={t(`inspecttask.stepTitle.${step}`, { no: row.task_no })}
      okText={t(step === 'withdraw' ? 'inspecttask.withdraw' : okText[step])}
      run={run}
      onClose={onClose}
      initialValues={step === 'update' ? { assignee_id, due_at, note: note ?? '' } : {}}
    >
      {step === 'reopen' && <Alert type="info" showIcon title={t('inspecttask.reopenHint')} />}
      {step === 'update' && <TaskFields />}
      {step === 'finish' && (
        <Form.Item name="result" label={t('inspecttask.result')} rules={[{ required: true, whitespace: true }]}>
          <Input.TextArea rows={3} showCount {...textLimit(taskFinish, 'result')} />
        </Form.Item>
      )}
      {step === 'withdraw' && <ReasonItem of={taskWithdraw} />}
    </FormDialog>
  );
}

/** Who goes, until when, and what to look for. */
export function TaskFields() {
  const { t } = useTranslation();
  const required = [{ required: true }];
  return (
    <>
      <Form.Item name="assignee_id" label={t('inspecttask.assignee')} rules={required}>
        <ReferenceSelect reference={inspectorReference} />
      </Form.Item>
      <Form.Item name="due_at" label={t('hold.due_at')} rules={required}>
        <MomentInput />
      </Form.Item>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={2} showCount {...textLimit(taskUpdate, 'note')} />
      </Form.Item>
    </>
  );
}

function stepped(step: StepName, { id, updated_at }: Task, values: FormValues): Promise<unknown> {
  const options = { fieldErrors: true };
  if (step === 'finish') return call(taskFinish, { id, result: values.result as string }, options);
  if (step === 'withdraw') return call(taskWithdraw, { id, reason: values.reason as string }, options);
  if (step === 'reopen') return call(taskReopen, { id }, options);
  const changes = values as { assignee_id: number; due_at: string; note: string };
  return call(taskUpdate, { id, ...(updated_at ? { updated_at } : {}), ...changes }, options);
}
