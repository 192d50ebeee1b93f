import { type ApiKey, apiKeyRotate, overlapHours } from '@suyuan/contract/integration/api-key.ts';
import { Alert, Form, InputNumber } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { type NewKey, OneTimeKey } from '#ui/deviceKeys/OneTimeKey.tsx';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';

/** Replaces a key by a new one, while the old one stays valid for some hours. */
export function RotateKey({ row: { id, name }, onClose, onDone }: RowDialogProps<ApiKey>) {
  const { t } = useTranslation();
  const [made, setMade] = useState<NewKey>();
  const rotate = async ({ overlap_hours }: FormValues) =>
    setMade({
      name,
      ...(await call(apiKeyRotate, { id, overlap_hours: overlap_hours as number }, { fieldErrors: true })),
    });
  if (made) return <OneTimeKey made={made} note={t('apikey.once')} onClose={onDone} />;
  return (
    <FormDialog
      title={t('apikey.rotateTitle', { name })}
      okText={t('button.rotate')}
      initialValues={{ overlap_hours: overlapHours.usual }}
      run={rotate}
      onSaved={() => undefined}
      onClose={onClose}
    >
      <Alert type="info" showIcon title={t('apikey.rotateText')} className="key-note" />
      <Form.Item name="overlap_hours" label={t('apikey.overlap_hours')} rules={[{ required: true }]}>
        <InputNumber min={0} max={overlapHours.most} precision={0} style={{ width: '100%' }} />
      </Form.Item>
    </FormDialog>
  );
}
