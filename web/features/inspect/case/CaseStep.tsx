import {
  caseClose,
  caseNote,
  caseOutcomes,
  caseReopen,
  caseUpdate,
  type InspectCase,
} from '@suyuan/contract/inspect/case/case.ts';
import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Input, Radio } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { textLimit } from '#ui/limits.ts';
import { CaseFields } from './CaseFields.tsx';

interface CaseStepProps extends RowDialogProps<InspectCase> {
  readonly step: 'update' | 'note' | 'close' | 'reopen';
}

/** A dialog for one step of a case. */
export default function CaseStep({ step, row, onClose, onDone }: CaseStepProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const run = async (values: FormValues) => {
    await stepped(step, row, values);
    notify.success(t('datapage.saved'));
    void queries.invalidateQueries({ queryKey: [caseDetail.path] });
    onDone();
  };
  const { title, owner_id, due_at } = row;
  return (
    <FormDialog
      title={t(`case.stepTitle.${step}`, { no: row.case_no })}
      okText={t(step === 'close' ? 'case.close' : step === 'reopen' ? 'case.reopen' : 'datapage.save')}
      run={run}
      onClose={onClose}
      initialValues={step === 'update' ? { title, owner_id, due_at } : {}}
    >
      {step === 'update' && <CaseFields />}
      {step === 'close' && (
        <>
          <Alert type="info" showIcon title={t('case.closeHint')} style={{ marginBottom: 16 }} />
          <Form.Item name="outcome" label={t('queryconsumerwarning.outcome')} rules={[{ required: true }]}>
            <Radio.Group
              options={caseOutcomes.map((value) => ({ value, label: t(`queryconsumerwarning.outcome.${value}`) }))}
            />
          </Form.Item>
        </>
      )}
      {step === 'note' && (
        <Form.Item name="text" label={t('field.note')} rules={[{ required: true, whitespace: true }]}>
          <Input.TextArea rows={3} showCount {...textLimit(caseNote, 'text')} />
        </Form.Item>
      )}
      {(step === 'close' || step === 'reopen') && <ReasonItem of={caseClose} />}
    </FormDialog>
  );
}

function stepped(step: CaseStepProps['step'], { id, updated_at }: InspectCase, values: FormValues): Promise<unknown> {
  const options = { fieldErrors: true };
  if (step === 'note') return call(caseNote, { id, text: values.text as string }, options);
  const reason = values.reason as string;
  if (step === 'reopen') return call(caseReopen, { id, reason }, options);
  if (step === 'close')
    return call(caseClose, { id, reason, outcome: values.outcome as (typeof caseOutcomes)[number] }, options);
  const changes = values as { title: string; owner_id: number; due_at: string };
  return call(caseUpdate, { id, updated_at, ...changes }, options);
}
