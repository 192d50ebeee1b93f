import { enterpriseFields, type enterpriseUpdate } from '@suyuan/contract/base/enterprise.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { isTextFormat } from '@suyuan/contract/thing/text-formats.ts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { formatRule } from '#ui/DataPage/form/recordInput.ts';

/** Without the ICP number, which has a form of its own. */
export type EnterpriseValues = Omit<InputOf<typeof enterpriseUpdate>, 'updated_at' | 'icp_number' | 'icp_url'>;

interface EnterpriseItemProps {
  readonly name: keyof EnterpriseValues;
  readonly required?: true;
  /** Shown below the input. */
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}

/** A form item of the enterprise, with length and format taken from the contract. */
export function EnterpriseItem({ name, required, extra, children }: EnterpriseItemProps) {
  const { t } = useTranslation();
  const title = listText(t, 'enterprise', name);
  const { format } = enterpriseFields[name].schema as { format?: string };
  const rules = [
    ...(required ? [{ required, whitespace: true, message: t('datapage.required', { title }) }] : []),
    ...(isTextFormat(format) ? [formatRule(format, t)] : []),
  ];
  return (
    <Form.Item name={name} label={title} extra={extra} rules={rules}>
      {children}
    </Form.Item>
  );
}

/** Replaces empty texts and undefined by null, which clears a field. */
export const emptied = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === '' ? null : (value ?? null)]),
  ) as Values;

/** The maximum length of a text field of the enterprise. */
export const most = (name: keyof typeof enterpriseFields): number | undefined =>
  (enterpriseFields[name].schema as { maxLength?: number }).maxLength;
