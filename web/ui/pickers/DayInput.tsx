import { DatePicker } from 'antd';
import dayjs from 'dayjs';

interface DayInputProps {
  readonly id?: string;
  /** `2026-01-31` */
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
}

/** A day of the calendar, of no zone. */
export function DayInput({ id, value, onChange }: DayInputProps) {
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day?.format('YYYY-MM-DD') ?? null)}
      style={{ width: '100%' }}
    />
  );
}
