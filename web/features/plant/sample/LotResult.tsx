import { lotResult, lotResultAdd, lotResultWithdraw } from '@suyuan/contract/plant/lot/lot-result.ts';
import { type LotSample, lotSamples } from '@suyuan/contract/plant/lot/sample-plan.ts';
import type { WorkOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, Radio } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';

interface LotResultProps {
  readonly order: WorkOrder;
  readonly sample: LotSample;
  readonly onClose: () => void;
}

const outcomes = ['passed', 'failed', 'withdraw'] as const;
type Outcome = (typeof outcomes)[number];

const textOf = (outcome: Outcome) =>
  outcome === 'withdraw' ? 'orderlist.withdraw' : (`lotresult.outcome.${outcome}` as const);

/** Records the result of a test, or withdraws the one that there is. */
export default function LotResult({ order, sample, onClose }: LotResultProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { result } = sample;
  const run = async ({ outcome, note }: FormValues) => {
    const text = `${note ?? ''}`.trim();
    if (outcome === 'withdraw' && result)
      await call(lotResultWithdraw, { id: result.id, reason: text }, { fieldErrors: true });
    else {
      const verdict = outcome === 'passed' ? ('passed' as const) : ('failed' as const);
      const input = { work_order_id: sample.work_order_id ?? order.id, test_name: sample.test_name, outcome: verdict };
      await call(lotResultAdd, { ...input, ...(text ? { note: text } : {}) }, { fieldErrors: true });
    }
    notify.success(t('datapage.saved'));
    for (const key of [lotResult.page.path, lotSamples.path]) void queries.invalidateQueries({ queryKey: [key] });
  };
  const offered = outcomes.filter((outcome) => outcome !== 'withdraw' || result !== null);
  return (
    <FormDialog
      title={t('orderlist.resultTitle', { test: sample.test_name, lot: order.lot })}
      okText={t('datapage.save')}
      initialValues={{ outcome: 'passed' satisfies Outcome }}
      itemOf={(path) => (path === 'reason' ? 'note' : path)}
      run={run}
      onClose={onClose}
    >
      <Form.Item name="outcome">
        <Radio.Group options={offered.map((value) => ({ value, label: t(textOf(value)) }))} />
      </Form.Item>
      <Form.Item noStyle dependencies={['outcome']}>
        {({ getFieldValue }) => {
          const isWithdrawn = getFieldValue('outcome') === 'withdraw';
          const title = isWithdrawn ? t('field.reason') : t('orderlist.resultNote');
          return (
            <Form.Item
              name="note"
              label={title}
              rules={[{ required: isWithdrawn, whitespace: isWithdrawn, message: t('datapage.required', { title }) }]}
            >
              <Input.TextArea
                rows={2}
                {...(isWithdrawn ? textLimit(lotResultWithdraw, 'reason') : textLimit(lotResultAdd, 'note'))}
              />
            </Form.Item>
          );
        }}
      </Form.Item>
    </FormDialog>
  );
}
