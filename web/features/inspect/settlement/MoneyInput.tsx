import { InputNumber } from 'antd';

interface MoneyInputProps {
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string | null) => void;
}

/** Input for an amount, which stays a text: a number would not be exact. */
export function MoneyInput({ id, value, onChange }: MoneyInputProps) {
  return (
    <InputNumber<string>
      {...(id ? { id } : {})}
      stringMode
      min="0"
      max="999999999999.99"
      precision={2}
      value={value ?? null}
      onChange={(amount) => onChange?.(amount === null ? null : `${amount}`)}
      style={{ width: '100%' }}
    />
  );
}
