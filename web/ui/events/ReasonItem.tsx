import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { type Taking, textLimit } from '../limits.ts';
import { UsualReasons } from './UsualReasons.tsx';

type ReasonItemProps = {
  /** Other words than 原因. */
  readonly label?: string;
  readonly extra?: ReactNode;
} & (
  | {
      /** The call that takes it. */
      readonly of: Taking<'reason'>;
      readonly rows?: number;
    }
  | {
      /** Reasons that are suggested. */
      readonly usual: readonly string[];
    }
);

/** The form item for a reason that has to be given. */
export function ReasonItem({ label: own, extra, ...input }: ReasonItemProps) {
  const { t } = useTranslation();
  const label = own ?? t('field.reason');
  const message = t('datapage.required', { title: label });
  return (
    <Form.Item name="reason" label={label} extra={extra} rules={[{ required: true, whitespace: true, message }]}>
      {'usual' in input ? (
        <UsualReasons usual={input.usual} />
      ) : (
        <Input.TextArea rows={input.rows ?? 3} {...textLimit(input.of, 'reason')} showCount />
      )}
    </Form.Item>
  );
}
