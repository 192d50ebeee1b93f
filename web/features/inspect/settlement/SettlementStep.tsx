import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import {
  type Settlement,
  settlementAgree,
  settlementApprove,
  settlementClose,
  settlementDisapprove,
  settlementPay,
  settlementRevert,
  settlementWithdraw,
} from '@suyuan/contract/inspect/case/settlement.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { textLimit } from '#ui/limits.ts';
import { DayInput } from '#ui/pickers/DateInput.tsx';

export type StepName = 'agree' | 'approve' | 'pay' | 'close' | 'disapprove' | 'withdraw' | 'revert';

interface SettlementStepProps extends RowDialogProps<Settlement> {
  readonly step: StepName;
}

const needsReason = (step: StepName) => step === 'disapprove' || step === 'withdraw' || step === 'revert';

/** A dialog for one step of a settlement. */
export default function SettlementStep({ step, row, onClose, onDone }: SettlementStepProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const run = async (values: FormValues) => {
    await stepped(step, row.id, values);
    notify.success(t('datapage.saved'));
    void queries.invalidateQueries({ queryKey: [caseDetail.path] });
    onDone();
  };
  return (
    <FormDialog
      title={t('settlement.stepTitle', { step: t(`settlement.${step}`), no: row.settlement_no })}
      okText={t(`settlement.${step}`)}
      run={run}
      onClose={onClose}
    >
      <Alert type="info" showIcon title={t(`settlement.hint.${step}`)} style={{ marginBottom: 16 }} />
      {step === 'agree' && (
        <>
          <Form.Item name="signatory" label={t('settlement.signatory')} rules={[{ required: true, whitespace: true }]}>
            <Input {...textLimit(settlementAgree, 'signatory')} />
          </Form.Item>
          <Form.Item name="agreed_on" label={t('settlement.agreed_on')} rules={[{ required: true }]}>
            <DayInput />
          </Form.Item>
        </>
      )}
      {needsReason(step) && <ReasonItem of={settlementRevert} />}
    </FormDialog>
  );
}

function stepped(step: StepName, id: number, values: FormValues): Promise<unknown> {
  const options = { fieldErrors: true };
  const reason = values.reason as string;
  switch (step) {
    case 'agree':
      return call(settlementAgree, { id, ...(values as { signatory: string; agreed_on: string }) }, options);
    case 'approve':
      return call(settlementApprove, { id }, options);
    case 'pay':
      return call(settlementPay, { id }, options);
    case 'close':
      return call(settlementClose, { id }, options);
    case 'disapprove':
      return call(settlementDisapprove, { id, reason }, options);
    case 'withdraw':
      return call(settlementWithdraw, { id, reason }, options);
    case 'revert':
      return call(settlementRevert, { id, reason }, options);
  }
}
