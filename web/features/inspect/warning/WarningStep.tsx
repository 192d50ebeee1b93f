import {
  type ConsumerWarning,
  warningAssign,
  warningOutcomes,
  warningOwners,
  warningSettle,
  warningStep,
} from '@suyuan/contract/inspect/consumer-warning.ts';
import { Alert, Form, Input, Radio } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import type { Reference } from '#ui/records.ts';
import { stepTexts } from './stepTexts.ts';

export type Step = 'assign' | 'note' | 'investigating' | 'escalated' | 'settle';

interface WarningStepProps {
  readonly step: Step;
  readonly rows: readonly ConsumerWarning[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const owners: Reference = { list: warningOwners, label: (row) => `${row.name} (${row.account_name})` };

/** A dialog for one step in handling warnings, for one or several of them. */
export default function WarningStep({ step, rows, onClose, onDone }: WarningStepProps) {
  const { t } = useTranslation();
  const ids = rows.map(({ id }) => id);
  const run = async (values: FormValues) => {
    try {
      await stepped(step, ids, values);
      notify.success(t('queryconsumerwarning.done', { n: ids.length }));
    } finally {
      // On failure, too: another person may have been faster.
      onDone();
    }
  };
  const byAddress = step === 'settle' && rows.some(({ place_basis }) => place_basis === 'address');
  return (
    <FormDialog
      title={t(`queryconsumerwarning.title.${step}`, { n: ids.length })}
      okText={t(stepTexts[step])}
      run={run}
      onClose={onClose}
    >
      {byAddress && (
        <Alert type="warning" showIcon title={t('queryconsumerwarning.addressAlone')} style={{ marginBottom: 16 }} />
      )}
      {step === 'assign' && (
        <Form.Item name="account_id" label={t('field.owner')} rules={[{ required: true }]}>
          <ReferenceSelect reference={owners} />
        </Form.Item>
      )}
      {step === 'settle' && (
        <Form.Item name="outcome" label={t('queryconsumerwarning.outcome')} rules={[{ required: true }]}>
          <Radio.Group
            options={warningOutcomes.map((value) => ({ value, label: t(`queryconsumerwarning.outcome.${value}`) }))}
          />
        </Form.Item>
      )}
      {step !== 'assign' && (
        <Form.Item
          name={step === 'settle' ? 'reason' : 'text'}
          label={t(step === 'settle' ? 'queryconsumerwarning.reason' : 'forensics.note')}
          rules={[{ required: true, whitespace: true }]}
        >
          <Input.TextArea
            rows={3}
            showCount
            {...(step === 'settle' ? textLimit(warningSettle, 'reason') : textLimit(warningStep, 'text'))}
          />
        </Form.Item>
      )}
    </FormDialog>
  );
}

function stepped(step: Step, ids: number[], values: FormValues): Promise<unknown> {
  const options = { fieldErrors: true };
  const text = values.text as string;
  if (step === 'assign') return call(warningAssign, { ids, account_id: values.account_id as number }, options);
  if (step === 'settle') {
    const outcome = values.outcome as (typeof warningOutcomes)[number];
    return call(warningSettle, { ids, outcome, reason: values.reason as string }, options);
  }
  return call(warningStep, { ids, step, text }, options);
}
