import { depositAdd } from '@suyuan/contract/inspect/case/deposit.ts';
import { Form, Input, Radio } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';
import { dealerReference } from '#ui/pickers/baseReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { MoneyInput } from './MoneyInput.tsx';

/** Records that a dealer paid into its deposit, or got some of it back. */
export default function NewDeposit({ onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const run = async (values: FormValues) => {
    const movement = values as { dealer_id: number; kind: 'paid_in' | 'returned'; amount: string; note?: string };
    await call(depositAdd, movement, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    onDone();
  };
  return (
    <FormDialog
      title={t('deposit.add')}
      okText={t('datapage.save')}
      run={run}
      onClose={onClose}
      initialValues={{ kind: 'paid_in' }}
    >
      <Form.Item name="dealer_id" label={t('field.dealer')} rules={[{ required: true }]}>
        <ReferenceSelect reference={dealerReference} />
      </Form.Item>
      <Form.Item name="kind" label={t('deposit.kind')} rules={[{ required: true }]}>
        <Radio.Group
          options={(['paid_in', 'returned'] as const).map((value) => ({ value, label: t(`deposit.kind.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="amount" label={t('deposit.amount')} rules={[{ required: true }]}>
        <MoneyInput />
      </Form.Item>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={2} showCount {...textLimit(depositAdd, 'note')} />
      </Form.Item>
    </FormDialog>
  );
}
