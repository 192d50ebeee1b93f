import type { ExceptionRow, ExceptionScreen } from '@suyuan/contract/trace/exception.ts';
import { Form } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { BatchDialogProps } from '../DataPage/fields.ts';
import { FormDialog, type FormValues } from '../dialogs/FormDialog.tsx';
import { MomentInput } from '../pickers/DateInput.tsx';
import { ReferenceSelect } from '../pickers/ReferenceSelect.tsx';
import { useExceptionChanged } from './useExceptionChanged.ts';

interface AssignDialogProps extends BatchDialogProps<ExceptionRow> {
  readonly screen: ExceptionScreen;
}

/** Sets owner and due time of exceptions. With several of them, a field that is not changed keeps its values. */
export default function AssignDialog({ screen, rows, onClose, onDone }: AssignDialogProps) {
  const { t } = useTranslation();
  const changed = useExceptionChanged(screen, onDone);
  const single = rows.length === 1 ? rows[0] : undefined;
  const entryOf = (value: unknown) => value ?? (single ? null : undefined);
  const run = async ({ owner_id, due_at }: FormValues) => {
    const [owner, due] = [entryOf(owner_id) as number | null | undefined, entryOf(due_at) as string | null | undefined];
    const ids = rows.map(({ id }) => id);
    const changes = {
      ...(owner === undefined ? {} : { owner_id: owner }),
      ...(due === undefined ? {} : { due_at: due }),
    };
    try {
      await call(screen.assign, { ids, ...changes }, { fieldErrors: true });
      notify.success(t('exception.assignDone'));
    } finally {
      changed();
    }
  };
  return (
    <FormDialog
      title={`${t('exception.assignTitle')}${rows.length > 1 ? ` (${rows.length})` : ''}`}
      okText={t('button.assign')}
      initialValues={{ owner_id: single?.owner_id ?? null, due_at: single?.due_at ?? null }}
      run={run}
      onClose={onClose}
    >
      <Form.Item name="owner_id" label={t('field.owner')}>
        <ReferenceSelect
          reference={{ list: screen.owners, label: (row) => `${row.name} (${row.account_name})` }}
          named={single?.owner}
        />
      </Form.Item>
      <Form.Item name="due_at" label={t('field.due_at')}>
        <MomentInput />
      </Form.Item>
    </FormDialog>
  );
}
