import { Alert, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderClose } from '../../../contract/tagging.ts';
import { call } from '../../api/call.ts';
import { notify } from '../../notices/notices.ts';
import type { Row } from '../../ui/DataPage/fields.ts';

interface CloseOrderProps {
  readonly order: Row;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Closing makes every code of the order void, so it asks why. */
export default function CloseOrder({ order, onClose, onDone }: CloseOrderProps) {
  const { t, i18n } = useTranslation();
  const [form] = Form.useForm<{ reason: string }>();
  const [busy, setBusy] = useState(false);
  const close = async ({ reason }: { reason: string }) => {
    setBusy(true);
    try {
      await call(orderClose, { id: order.id as number, reason });
      notify.success(t('records.closed'));
      onClose();
    } catch {
      // The person was told; another one may have closed it meanwhile.
    } finally {
      setBusy(false);
      onDone();
    }
  };
  const quantity = (order.quantity as number).toLocaleString(i18n.language);
  return (
    <Modal
      open
      title={t('records.closeTitle', { order: order.order_no })}
      okText={t('records.close')}
      cancelText={t('datapage.cancel')}
      okButtonProps={{ danger: true }}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onFinish={(values) => void close(values)}>
        <Alert type="warning" showIcon title={t('records.closeText', { quantity })} style={{ marginBottom: 16 }} />
        <Form.Item
          name="reason"
          label={t('records.close_reason')}
          rules={[
            { required: true, whitespace: true, message: t('datapage.required', { title: t('records.close_reason') }) },
          ]}
        >
          <Input.TextArea rows={3} maxLength={256} showCount autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  );
}
