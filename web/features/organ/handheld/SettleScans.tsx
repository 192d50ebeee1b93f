import { refusedScans, settlements, settleScan } from '@suyuan/contract/handheld/scan.ts';
import type { Handheld } from '@suyuan/contract/organ/handheld.ts';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Radio } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { textLimit } from '#ui/limits.ts';

/** Settles scans that the server refused, in place of whoever made them. */
export function SettleScans({ row: { id, account }, onClose, onDone }: RowDialogProps<Handheld>) {
  const { t } = useTranslation();
  const refused = useQuery({
    queryKey: [refusedScans.path, id],
    queryFn: ({ signal }) => call(refusedScans, { handheld_id: id }, { signal }),
  });
  const run = async ({ scans, how, reason }: FormValues) => {
    for (const scan of scans as readonly string[])
      await call(
        settleScan,
        { id: scan, how: how as (typeof settlements)[number], reason: reason as string },
        { fieldErrors: true },
      );
    notify.success(t('handhelds.settleDone'));
  };
  return (
    <FormDialog
      title={t('handhelds.settleTitle', { name: account ?? '' })}
      okText={t('button.settle')}
      initialValues={{ how: 'dropped' }}
      run={run}
      onSaved={onDone}
      onClose={onClose}
    >
      <PartFailure of={refused} />
      <Form.Item name="scans" label={t('handhelds.settleWhich')} rules={[{ required: true }]}>
        <Checkbox.Group>
          {refused.data?.refusals.map(({ id: scan, code, document_no, scanned_at, refusals }) => (
            <Checkbox key={scan} value={scan}>
              <code>{code}</code> {document_no} <Moment at={scanned_at} />
              {refusals.map(({ reason, message }) => (
                <div key={reason}>{message}</div>
              ))}
            </Checkbox>
          ))}
        </Checkbox.Group>
      </Form.Item>
      <Form.Item name="how" label={t('handhelds.settleHow')} rules={[{ required: true }]}>
        <Radio.Group>
          {settlements.map((how) => (
            <Radio key={how} value={how}>
              {t(`handhelds.settlement.${how}`)}
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item name="reason" label={t('field.reason')} rules={[{ required: true, whitespace: true }]}>
        <Input.TextArea rows={2} showCount {...textLimit(settleScan, 'reason')} />
      </Form.Item>
    </FormDialog>
  );
}
