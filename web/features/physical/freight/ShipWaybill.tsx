import { ship, type Waybill, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Input, Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import { onlyProduct } from '#ui/amount/Amount.tsx';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import EndedCertificates from '#ui/certificates/EndedCertificates.tsx';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { textLimit } from '#ui/limits.ts';
import { WaybillLines } from '../parts/WaybillLines.tsx';

/** Shows the lines of a waybill before it is shipped. Shipping less than planned requires a permission and a reason. */
export default function ShipWaybill({ row: waybill, onClose, onDone }: RowDialogProps<Waybill>) {
  const { t } = useTranslation();
  const can = useCan();
  const id = waybill.id;
  const product = onlyProduct(waybill.lines);
  const amount = useAmounts([product]);
  const { data, error, refetch } = useQuery({
    queryKey: [waybillDetail.path, id],
    queryFn: ({ signal }) => call(waybillDetail, { id }, { signal, silent: true }),
    staleTime: 0,
  });
  const isShort = data?.lines.some(({ loaded, quantity }) => loaded < quantity) ?? false;
  const run = async ({ short_reason }: Record<string, unknown>) => {
    try {
      const why = `${short_reason ?? ''}`.trim();
      const { units } = await call(ship, { id, ...(why ? { short_reason: why } : {}) }, { fieldErrors: true });
      notify.success(t('freight.shippedUnits', { waybill: waybill.waybill_no, amount: amount(units, product) }));
    } finally {
      onDone();
    }
  };
  return (
    <FormDialog
      title={t('freight.shipTitle', { waybill: waybill.waybill_no })}
      okText={t('button.ship')}
      width={760}
      run={run}
      onClose={onClose}
    >
      <EndedCertificates holder="dealer" id={waybill.to_dealer_id} name={waybill.dealer_name} />
      <PartFailure of={{ error, refetch }} />
      {data ? <WaybillLines lines={data.lines} unordered={data.unordered} /> : !error && <Skeleton active />}
      <p>{t('freight.shipText')}</p>
      {isShort && !can('freight:short') && <Alert type="warning" showIcon title={t('freight.shortNotAllowed')} />}
      {isShort && can('freight:short') && (
        <Form.Item
          name="short_reason"
          label={t('freight.short_reason')}
          extra={t('freight.shortHint')}
          rules={[
            {
              required: true,
              whitespace: true,
              message: t('datapage.required', { title: t('freight.short_reason') }),
            },
          ]}
        >
          <Input.TextArea rows={2} {...textLimit(ship, 'short_reason')} showCount />
        </Form.Item>
      )}
    </FormDialog>
  );
}
