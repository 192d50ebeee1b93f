import { Form, Input } from 'antd';
import { close, type Waybill } from '../../../../contract/physical/waybill.ts';
import { call } from '../../../core/api/call.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { notify } from '../../../core/notices/notices.ts';
import type { RowDialogProps } from '../../../ui/DataPage/fields.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { textLimit } from '../../../ui/limits.ts';

/** Closes a waybill, which cannot be changed afterwards. If goods did not arrive, a reason is required. */
export default function CloseWaybill({ row: waybill, onClose, onDone }: RowDialogProps<Waybill>) {
  const { t } = useTranslation();
  const isMissing = waybill.received < waybill.loaded;
  const run = async ({ reason }: Record<string, unknown>) => {
    const why = `${reason ?? ''}`.trim();
    await call(close, { id: waybill.id, ...(why ? { reason: why } : {}) }, { fieldErrors: true });
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
      <Form.Item
        name="reason"
        label={t('field.close_reason')}
        {...(isMissing ? { extra: t('freight.closeMissing') } : {})}
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
