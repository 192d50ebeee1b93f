import { caseAdd } from '@suyuan/contract/inspect/case/case.ts';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useSession } from '#core/session/session.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';
import { CaseFields } from './CaseFields.tsx';

interface NewCaseProps extends DialogProps {
  readonly title: string;
  /** The warnings that it is made of. */
  readonly ids: readonly number[];
}

/** So many days a case has by default. */
const usualDays = 14;

/** Makes a case of warnings; the person who makes it has it unless they choose somebody else. */
export default function NewCase({ title, ids, onClose, onDone }: NewCaseProps) {
  const { t } = useTranslation();
  const self = useSession((session) => session.self?.id);
  const run = async (values: FormValues) => {
    const facts = values as { title: string; owner_id: number; due_at: string; note?: string };
    const { case_no } = await call(caseAdd, { ...facts, warning_ids: [...ids] }, { fieldErrors: true });
    notify.success(t('case.added', { no: case_no }));
    onDone();
  };
  const due_at = new Date(Date.now() + usualDays * 86_400_000).toISOString();
  return (
    <FormDialog
      title={t('case.makeTitle', { n: ids.length })}
      okText={t('case.make')}
      run={run}
      onClose={onClose}
      initialValues={{ title, owner_id: self, due_at }}
    >
      <CaseFields />
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={2} showCount {...textLimit(caseAdd, 'note')} />
      </Form.Item>
    </FormDialog>
  );
}
