import { materialUseAdd } from '@suyuan/contract/plant/material/material-use.ts';
import { Form, Input, InputNumber } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { textLimit } from '#ui/limits.ts';
import { DayInput } from '#ui/pickers/DateInput.tsx';

interface LotItemsProps {
  /** The unit of the amount; if it is omitted, the form asks for it. */
  readonly unit?: string | null | undefined;
  readonly hints?: { readonly amount?: string; readonly supplier?: string };
}

/** Form items for a used lot: amount, supplier, expiry date, and a reason if it had expired. */
export function LotItems({ unit, hints = {} }: LotItemsProps) {
  const { t } = useTranslation();
  const required = (title: string) => [{ required: true, message: t('datapage.required', { title }) }];
  return (
    <>
      <Form.Item
        name="material_lot"
        label={t('materialuse.material_lot')}
        rules={required(t('materialuse.material_lot'))}
      >
        <Input {...textLimit(materialUseAdd, 'material_lot')} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="amount"
        label={t('materialuse.amount')}
        extra={hints.amount}
        rules={required(t('materialuse.amount'))}
      >
        <InputNumber min={0} precision={3} suffix={unit} style={{ width: '100%' }} />
      </Form.Item>
      {unit === undefined && (
        <Form.Item name="unit" label={t('field.unit')} extra={t('materialuse.unitHint')}>
          <Input {...textLimit(materialUseAdd, 'unit')} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item name="supplier" label={t('materialuse.supplier')} extra={hints.supplier}>
        <Input {...textLimit(materialUseAdd, 'supplier')} autoComplete="off" />
      </Form.Item>
      <Form.Item name="expiry_date" label={t('materialuse.expiry_date')}>
        <DayInput />
      </Form.Item>
      <Form.Item
        name="expired_reason"
        label={t('materialuse.expired_reason')}
        extra={t('materialuse.expiredReasonHint')}
      >
        <Input {...textLimit(materialUseAdd, 'expired_reason')} autoComplete="off" />
      </Form.Item>
    </>
  );
}
