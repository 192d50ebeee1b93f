import { handoverAdd, handoverReady } from '@suyuan/contract/report/handover.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { RequestIdOf } from '#ui/failure/RequestIdOf.tsx';
import { textLimit } from '#ui/limits.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import type { Reference } from '#ui/records.ts';
import { orderReference } from './orderReference.ts';

/** Only of orders that were started is anything packed. */
const startedOrders: Reference = { ...orderReference, filters: { started_at: 'yes' } };

/** Creates a handover note of the packages packed for a work order, which are shown first. */
export default function NewHandover({ onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const run = async ({ work_order_id, remark }: FormValues) => {
    const why = `${remark ?? ''}`.trim();
    const input = { work_order_id: work_order_id as number, ...(why ? { remark: why } : {}) };
    const { handover_no } = await call(handoverAdd, input, { fieldErrors: true });
    notify.success(t('connect.added', { number: handover_no }));
    onDone();
  };
  return (
    <FormDialog title={t('connect.add')} okText={t('connect.add')} run={run} onClose={onClose}>
      <p>{t('connect.addText')}</p>
      <Form.Item
        name="work_order_id"
        label={t('connect.work_order_id')}
        rules={[{ required: true, message: t('datapage.required', { title: t('connect.work_order_id') }) }]}
      >
        <ReferenceSelect reference={startedOrders} />
      </Form.Item>
      <Form.Item noStyle dependencies={['work_order_id']}>
        {({ getFieldValue }) => <Ready order={getFieldValue('work_order_id') as number | undefined} />}
      </Form.Item>
      <Form.Item name="remark" label={t('field.remark')}>
        <Input.TextArea rows={2} {...textLimit(handoverAdd, 'remark')} />
      </Form.Item>
    </FormDialog>
  );
}

function Ready({ order }: { readonly order: number | undefined }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { data, error } = useQuery({
    queryKey: [handoverReady.path, order],
    queryFn: ({ signal }) => call(handoverReady, { work_order_id: order as number }, { signal, silent: true }),
    enabled: order !== undefined,
    gcTime: 0,
  });
  if (error) return <Alert type="error" showIcon title={error.message} description={<RequestIdOf error={error} />} />;
  if (!order || !data) return null;
  if (data.packages === 0) return <Alert type="warning" showIcon title={t('connect.nothing')} />;
  const title = t('connect.ready', {
    packages: count(data.packages),
    remainders: count(data.remainders),
    units: count(data.units),
    warehouse: data.warehouse_name ?? t('connect.noWarehouse'),
  });
  return <Alert type="info" showIcon title={title} description={data.more ? t('connect.more') : undefined} />;
}
