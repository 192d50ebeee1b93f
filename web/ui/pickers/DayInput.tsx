import { calendarYears } from '@suyuan/contract/thing/fields.ts';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';

interface DayInputProps {
  readonly id?: string;
  /** `2026-01-31` */
  readonly value?: unknown;
  readonly onChange?: (value: string | null) => void;
}

/** Input for a calendar day, without a time zone. */
export function DayInput({ id, value, onChange }: DayInputProps) {
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      minDate={dayjs(`${calendarYears.first}-01-01`)}
      maxDate={dayjs(`${calendarYears.last}-12-31`)}
      value={typeof value === 'string' && value !== '' ? dayjs(value) : null}
      onChange={(day) => onChange?.(day?.format('YYYY-MM-DD') ?? null)}
      style={{ width: '100%' }}
    />
  );
}
