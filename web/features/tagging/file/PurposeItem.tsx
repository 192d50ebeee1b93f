import { orderDownloadTicket } from '@suyuan/contract/tagging/order-download.ts';
import { Form, Input } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { textLimit } from '#ui/limits.ts';

/** The form item for the purpose of handing out codes, which is stored in the log. */
export function PurposeItem() {
  const { t } = useTranslation();
  const title = t('field.purpose');
  return (
    <Form.Item
      name="purpose"
      label={title}
      extra={t('tagging.files.purposeHint')}
      rules={[{ required: true, whitespace: true, message: t('datapage.required', { title }) }]}
    >
      <Input {...textLimit(orderDownloadTicket, 'purpose')} />
    </Form.Item>
  );
}
