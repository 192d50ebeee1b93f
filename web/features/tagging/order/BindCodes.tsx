import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import type { CodeOrder } from '@suyuan/contract/tagging/code-order.ts';
import { Form, Input, Radio } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';
import { productReference } from '#ui/pickers/baseReferences.ts';
import { DayInput } from '#ui/pickers/DateInput.tsx';
import { workOrderReference } from '#ui/pickers/plantReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { CodeTarget } from '../control/CodeTarget.tsx';
import { namingCodes, targetAtFirst, targetOf } from '../control/codeTarget.ts';
import '../tagging.css';

/** Binds codes to a product, lot and production date. Without a given order, it asks for one. */
export default function BindCodes({ row: order, onClose, onDone }: DialogProps & { readonly row?: CodeOrder }) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const run = async (values: FormValues) => {
    const input =
      values.bind_to === 'work_order'
        ? { ...targetOf(values), work_order_id: values.work_order_id as number }
        : {
            ...targetOf(values),
            product_id: values.product_id as number,
            lot: text(values.lot),
            production_date: text(values.production_date),
          };
    const { changed } = await namingCodes(values, call(codesBind, input, { fieldErrors: true, timeoutMs: 120_000 }));
    notify.success(t('tagging.bind.done', { count: changed, number: numbers.count(changed) }));
    onDone();
  };
  return (
    <FormDialog
      title={order ? t('tagging.bind.titleOf', { order: order.order_no }) : t('tagging.bind.title')}
      okText={t('button.bind')}
      initialValues={{ ...targetAtFirst(order), bind_to: 'product' }}
      run={run}
      onClose={onClose}
    >
      <CodeTarget order={order} />
      <GoodsItems />
    </FormDialog>
  );
}

/** The work order that codes are for, or else their product with its lot and production date. */
function GoodsItems() {
  const { t } = useTranslation();
  const isOrder = Form.useWatch('bind_to') === 'work_order';
  const required = (title: string) => [{ required: true, message: t('datapage.required', { title }) }];
  return (
    <>
      <Form.Item name="bind_to" label={t('tagging.bind.to')}>
        <Radio.Group
          options={[
            { value: 'product', label: t('field.product') },
            { value: 'work_order', label: t('field.work_order') },
          ]}
        />
      </Form.Item>
      {isOrder ? (
        <Form.Item
          name="work_order_id"
          label={t('field.work_order')}
          extra={t('tagging.bind.orderHint')}
          rules={required(t('field.work_order'))}
        >
          <ReferenceSelect reference={workOrderReference} />
        </Form.Item>
      ) : (
        <>
          <Form.Item name="product_id" label={t('field.product')} rules={required(t('field.product'))}>
            <ReferenceSelect reference={productReference} />
          </Form.Item>
          <div className="tagging-pair">
            <Form.Item name="lot" label={t('field.lot')}>
              <Input {...textLimit(codesBind, 'lot')} allowClear autoComplete="off" />
            </Form.Item>
            <Form.Item name="production_date" label={t('field.production_date')}>
              <DayInput />
            </Form.Item>
          </div>
        </>
      )}
    </>
  );
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
