import { Form, Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '../../../../contract/call/call.ts';
import { type MaterialUse, materialUseCorrect } from '../../../../contract/plant/material-use.ts';
import { call } from '../../../core/api/call.ts';
import { notify } from '../../../core/notices/notices.ts';
import type { RowDialogProps } from '../../../ui/DataPage/fields.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { textLimit } from '../../../ui/limits.ts';
import { DayInput } from '../../../ui/pickers/DayInput.tsx';

/** Puts another row in the place of one that is wrong, and says why. */
export function CorrectUse({ row, onClose, onDone }: RowDialogProps) {
  const { t } = useTranslation();
  const { id, material_name, material_lot, amount, supplier, unit, expiry_date, expired_reason } =
    row as unknown as MaterialUse;
  const run = async (entered: Record<string, unknown>) => {
    const given = Object.fromEntries(Object.entries(entered).map(([key, value]) => [key, value === '' ? null : value]));
    await call(materialUseCorrect, { id, ...given } as InputOf<typeof materialUseCorrect>, {
      fieldErrors: true,
    });
    notify.success(t('datapage.saved'));
    onDone();
  };
  const required = (title: string) => [{ required: true, message: t('datapage.required', { title }) }];
  return (
    <FormDialog
      title={t('materialuse.correctTitle', { material: material_name, lot: material_lot })}
      okText={t('materialuse.correct')}
      initialValues={{ material_lot, amount, supplier, unit, expiry_date, expired_reason }}
      run={run}
      onClose={onClose}
    >
      <Form.Item
        name="material_lot"
        label={t('materialuse.material_lot')}
        rules={required(t('materialuse.material_lot'))}
      >
        <Input {...textLimit(materialUseCorrect, 'material_lot')} />
      </Form.Item>
      <Form.Item
        name="amount"
        label={t('materialuse.amount')}
        extra={t('materialuse.correctHint')}
        rules={required(t('materialuse.amount'))}
      >
        <InputNumber min={0} precision={3} suffix={unit} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="supplier" label={t('materialuse.supplier')}>
        <Input {...textLimit(materialUseCorrect, 'supplier')} />
      </Form.Item>
      <Form.Item name="expiry_date" label={t('materialuse.expiry_date')}>
        <DayInput />
      </Form.Item>
      <Form.Item
        name="expired_reason"
        label={t('materialuse.expired_reason')}
        extra={t('materialuse.expiredReasonHint')}
      >
        <Input {...textLimit(materialUseCorrect, 'expired_reason')} />
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('materialuse.correction_reason')}
        rules={required(t('materialuse.correction_reason'))}
      >
        <Input.TextArea rows={2} {...textLimit(materialUseCorrect, 'reason')} />
      </Form.Item>
    </FormDialog>
  );
}
