import { orderField } from '@suyuan/contract/plant/order/order-field.ts';
import type { ExtensionValue as Value } from '@suyuan/contract/thing/extension.ts';
import { useQuery } from '@tanstack/react-query';
import { Spin } from 'antd';
import { useId } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { ExtensionInput } from '#ui/extension/ExtensionInput.tsx';
import './order.css';

/** More than the number of fields that an enterprise defines. */
const all = { status: 'enabled', size: 100 } as const;

/** Inputs for the extension fields of a work order. */
export function OrderExtensionInput({ id, value, onChange }: OwnInputProps) {
  const { t } = useTranslation();
  const ownId = useId();
  const { data } = useQuery({
    queryKey: [orderField.page.path, all],
    queryFn: ({ signal }) => call(orderField.page, all, { signal }),
  });
  if (!data) return <Spin size="small" />;
  if (data.rows.length === 0) return <span className="order-note">{t('extension.none')}</span>;
  const values = new Map(((value as Value[] | null | undefined) ?? []).map((one) => [one.field_code, one.value]));
  const change = (code: string, entry: string | null) => {
    const newValues = new Map(values).set(code, entry ?? '');
    onChange?.([...newValues].map(([field_code, text]) => ({ field_code, value: text })));
  };
  return (
    <div className="order-extension" id={id}>
      {data.rows.map((field) => (
        <div key={field.field_code}>
          <label htmlFor={`${ownId}${field.field_code}`}>
            {field.required && <span aria-hidden>* </span>}
            {field.label}
          </label>
          <ExtensionInput
            id={`${ownId}${field.field_code}`}
            field={field}
            value={values.get(field.field_code) ?? null}
            onChange={(entry) => change(field.field_code, entry)}
          />
        </div>
      ))}
    </div>
  );
}
