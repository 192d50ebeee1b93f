import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';

/** Input for a time in the past, to the minute. */
export function UsedAtInput({ id, value, onChange }: OwnInputProps) {
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      maxDate={dayjs()}
      value={typeof value === 'string' && value !== '' ? dayjs(value) : null}
      onChange={(moment) => onChange?.(moment?.toISOString() ?? null)}
      style={{ width: '100%' }}
    />
  );
}
