import { type LotResult, lotResult, lotResultWithdraw } from '@suyuan/contract/plant/lot-result.ts';
import { lotSamples } from '@suyuan/contract/plant/sample-plan.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';

/** Withdraws the result of a test, with a reason. */
export default function WithdrawResult({ row, onClose, onDone }: RowDialogProps<LotResult>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const run = async ({ reason }: FormValues) => {
    await call(lotResultWithdraw, { id: row.id, reason: `${reason}`.trim() }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    for (const key of [lotResult.page.path, lotSamples.path]) void queries.invalidateQueries({ queryKey: [key] });
    onDone();
  };
  const title = t('field.reason');
  return (
    <FormDialog title={t('orderlist.withdraw')} okText={t('orderlist.withdraw')} danger run={run} onClose={onClose}>
      <Form.Item
        name="reason"
        label={title}
        rules={[{ required: true, whitespace: true, message: t('datapage.required', { title }) }]}
      >
        <Input.TextArea rows={2} {...textLimit(lotResultWithdraw, 'reason')} />
      </Form.Item>
    </FormDialog>
  );
}
