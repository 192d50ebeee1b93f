import { codesClose } from '@suyuan/contract/tagging/code-closure.ts';
import { Form, Input } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { textLimit } from '#ui/limits.ts';

/** The form item for the reason of closing or reopening codes. */
export function ReasonItem({ label }: { label: string }) {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="reason"
      label={label}
      rules={[{ required: true, whitespace: true, message: t('datapage.required', { title: label }) }]}
    >
      <Input.TextArea rows={3} {...textLimit(codesClose, 'reason')} showCount />
    </Form.Item>
  );
}
