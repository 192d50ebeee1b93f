import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { type FormValues, showRefusals } from '../dialogs/FormDialog.tsx';
import { EditForm } from '../edit/EditForm.tsx';
import { textLimit } from '../limits.ts';

/** Asks for the name of the device of a new key. */
export function NewDeviceKey({ onAdd }: { onAdd: (name: string) => Promise<void> }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<FormValues>();
  const [busy, setBusy] = useState(false);
  const submit = async ({ name }: FormValues) => {
    setBusy(true);
    try {
      await onAdd(`${name}`.trim());
      form.resetFields();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showRefusals(form, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <EditForm form={form} className="device-keys-new" layout="inline" onFinish={(values) => void submit(values)}>
      <Form.Item
        name="name"
        label={t('devicekey.name')}
        rules={[{ required: true, whitespace: true, message: t('datapage.required', { title: t('devicekey.name') }) }]}
      >
        <Input {...textLimit(deviceKeyAdd, 'name')} placeholder={t('devicekey.nameExample')} autoComplete="off" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('devicekey.add')}
      </Button>
    </EditForm>
  );
}
