import { type WorkItem, workAssign, workPeople, workRemind } from '@suyuan/contract/organ/work-item.ts';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { BatchDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';

interface WorkStepProps extends BatchDialogProps<WorkItem> {
  readonly step: 'assign' | 'remind';
}

/** Hands work on to another person, or reminds whoever has it. */
export default function WorkStep({ step, rows, onClose, onDone }: WorkStepProps) {
  const { t } = useTranslation();
  const ids = rows.map(({ id }) => id);
  const waiting = rows[0]?.waiting ?? 'reopenings';
  const run = async (values: FormValues) => {
    const note = (values.note as string | undefined)?.trim();
    const about = { ids, ...(note ? { note } : {}) };
    try {
      if (step === 'remind') {
        const { reminded } = await call(workRemind, about, { fieldErrors: true });
        notify.success(t('todo.remindedPeople', { n: reminded }));
      } else {
        await call(workAssign, { ...about, account_id: values.account_id as number }, { fieldErrors: true });
        notify.success(t('todo.handedOn', { n: ids.length }));
      }
    } finally {
      // On failure, too: another person may have been faster.
      onDone();
    }
  };
  return (
    <FormDialog
      title={t(step === 'remind' ? 'todo.remindTitle' : 'todo.handOnTitle', { n: ids.length })}
      okText={t(step === 'remind' ? 'button.remind' : 'todo.handOn')}
      run={run}
      onClose={onClose}
    >
      {step === 'assign' && (
        <Form.Item name="account_id" label={t('field.owner')} rules={[{ required: true }]}>
          <ReferenceSelect
            reference={{ list: workPeople, filters: { waiting }, label: (row) => `${row.name} (${row.account_name})` }}
          />
        </Form.Item>
      )}
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={2} showCount {...textLimit(workRemind, 'note')} />
      </Form.Item>
    </FormDialog>
  );
}
