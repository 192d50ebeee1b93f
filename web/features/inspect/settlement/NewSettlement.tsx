import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import { forensicDetail } from '@suyuan/contract/inspect/case/forensic-case.ts';
import {
  type Settlement,
  settlement,
  settlementAdd,
  settlementUpdate,
} from '@suyuan/contract/inspect/case/settlement.ts';
import { refund } from '@suyuan/contract/physical/refund.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';
import { dealerReference } from '#ui/pickers/baseReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { MoneyInput } from './MoneyInput.tsx';

interface NewSettlementProps extends DialogProps {
  readonly inspected: {
    readonly case_id: number;
    readonly case_no: string;
    readonly dealer_id: number | null;
    readonly evidence_id?: number | null;
  };
  /** The draft to be changed; without it a new one is made. */
  readonly draft?: Settlement;
}

/** Drafts what is to be agreed with a dealer about a case. */
export default function NewSettlement({ inspected, draft, onClose, onDone }: NewSettlementProps) {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const { case_id, case_no, dealer_id, evidence_id = null } = inspected;
  const run = async (values: FormValues) => {
    const { dealer_id: dealer, ...facts } = values as {
      dealer_id: number;
      amount: string;
      withheld: string;
      returned: string;
      refund_id?: number | null;
      note?: string;
    };
    const sent = { ...facts, evidence_id, refund_id: facts.refund_id ?? null };
    const options = { fieldErrors: true };
    if (draft) await call(settlementUpdate, { id: draft.id, updated_at: draft.updated_at, ...sent }, options);
    else {
      const { settlement_no } = await call(settlementAdd, { case_id, dealer_id: dealer, ...sent }, options);
      notify.success(t('settlement.added', { no: settlement_no }));
    }
    for (const { path } of [caseDetail, forensicDetail, settlement.page])
      void queries.invalidateQueries({ queryKey: [path] });
    onDone();
  };
  return (
    <FormDialog
      title={t('settlement.addTitle', { no: draft?.settlement_no ?? case_no })}
      okText={t('datapage.save')}
      run={run}
      onClose={onClose}
      initialValues={
        draft
          ? { ...draft, note: draft.note ?? '' }
          : { dealer_id: dealer_id ?? undefined, amount: '', withheld: '0', returned: '0' }
      }
    >
      {(form) => (
        <>
          {!draft && (
            <Form.Item name="dealer_id" label={t('field.dealer')} rules={[{ required: true }]}>
              <ReferenceSelect reference={dealerReference} />
            </Form.Item>
          )}
          <Form.Item name="amount" label={t('settlement.amount')} rules={[{ required: true }]}>
            <MoneyInput />
          </Form.Item>
          <Form.Item name="withheld" label={t('settlement.withheld')} rules={[{ required: true }]}>
            <MoneyInput />
          </Form.Item>
          <Form.Item name="returned" label={t('settlement.returned')} rules={[{ required: true }]}>
            <MoneyInput />
          </Form.Item>
          {can('refund') && (
            <Form.Item shouldUpdate noStyle>
              {() => (
                <Form.Item name="refund_id" label={t('settlement.refund_no')}>
                  <ReferenceSelect
                    reference={{
                      page: refund.page,
                      filters: { dealer_id: form.getFieldValue('dealer_id') as number },
                      label: (row) => `${row.refund_no} ${row.reason}`,
                    }}
                    named={draft?.refund_no}
                  />
                </Form.Item>
              )}
            </Form.Item>
          )}
          <Form.Item name="note" label={t('field.note')}>
            <Input.TextArea rows={3} showCount {...textLimit(settlementAdd, 'note')} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}
