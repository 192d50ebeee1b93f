import { reopen } from '@suyuan/contract/physical/waybill.ts';
import { Form, Input } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';

interface ReasonedStepProps {
  readonly title: string;
  readonly okText: string;
  /** What the step does, and what stays. */
  readonly about: string;
  readonly take: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the reason of a step that takes back another one. */
export function ReasonedStep({ title, okText, about, take, onClose }: ReasonedStepProps) {
  const { t } = useTranslation();
  return (
    <FormDialog
      title={title}
      okText={okText}
      danger
      run={({ reason }: { readonly reason?: string }) => take(`${reason ?? ''}`.trim())}
      onClose={onClose}
    >
      <p>{about}</p>
      <Form.Item
        name="reason"
        label={t('field.reason')}
        rules={[{ required: true, whitespace: true, message: t('datapage.required', { title: t('field.reason') }) }]}
      >
        <Input.TextArea rows={2} {...textLimit(reopen, 'reason')} showCount />
      </Form.Item>
    </FormDialog>
  );
}
