import { close, type FateOfMissing, fatesOfMissing, type Waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { Form, Input, Radio } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';

/** Closes a waybill. If goods did not arrive, the person chooses what becomes of them, with a reason. */
export default function CloseWaybill({ row: waybill, onClose, onDone }: RowDialogProps<Waybill>) {
  const { t } = useTranslation();
  const isMissing = waybill.received < waybill.loaded;
  const run = async ({ missing, reason }: { readonly missing?: FateOfMissing; readonly reason?: string }) => {
    const why = `${reason ?? ''}`.trim();
    const input = { id: waybill.id, ...(missing ? { missing } : {}), ...(why ? { reason: why } : {}) };
    await call(close, input, { fieldErrors: true });
    notify.success(t('freight.closedNow', { waybill: waybill.waybill_no }));
    onDone();
  };
  return (
    <FormDialog
      title={t('freight.closeTitle', { waybill: waybill.waybill_no })}
      okText={t('button.close')}
      danger
      run={run}
      onClose={onClose}
    >
      <p>{t('freight.closeText')}</p>
      {isMissing && (
        <Form.Item
          name="missing"
          label={t('freight.missing')}
          extra={t('freight.closeMissing')}
          rules={[{ required: true, message: t('datapage.required', { title: t('freight.missing') }) }]}
        >
          <Radio.Group
            vertical
            options={fatesOfMissing.map((fate) => ({ value: fate, label: t(`freight.missing.${fate}`) }))}
          />
        </Form.Item>
      )}
      <Form.Item
        name="reason"
        label={t('field.close_reason')}
        rules={[
          {
            required: isMissing,
            whitespace: true,
            message: t('datapage.required', { title: t('field.close_reason') }),
          },
        ]}
      >
        <Input.TextArea rows={2} {...textLimit(close, 'reason')} showCount />
      </Form.Item>
    </FormDialog>
  );
}
