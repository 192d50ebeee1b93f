import { TimePicker } from 'antd';
import dayjs from 'dayjs';

interface TimeInputProps {
  readonly id?: string;
  /** `07:30` */
  readonly value?: unknown;
  readonly onChange?: (value: string | null) => void;
}

/** Input for a time of day, to the minute, without a time zone. */
export function TimeInput({ id, value, onChange }: TimeInputProps) {
  return (
    <TimePicker
      {...(id === undefined ? {} : { id })}
      format="HH:mm"
      minuteStep={5}
      needConfirm={false}
      value={typeof value === 'string' && value !== '' ? dayjs(`2000-01-01T${value}`) : null}
      onChange={(time) => onChange?.(time?.format('HH:mm') ?? null)}
      style={{ width: '100%' }}
    />
  );
}
