import { calendarYears } from '@suyuan/contract/thing/fields.ts';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import { useSession } from '#core/session/session.ts';

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

dayjs.extend(utc);
dayjs.extend(timezone);

const wallClock = 'YYYY-MM-DD HH:mm';

interface MomentInputProps {
  readonly id?: string;
  /** A time as in RFC 3339. */
  readonly value?: unknown;
  readonly onChange?: (value: string | null) => void;
}

/** Input for a time, to the minute, in the enterprise's time zone. */
export function MomentInput({ id, value, onChange }: MomentInputProps) {
  const zone = useSession((session) => session.self?.time_zone) ?? 'UTC';
  const wallTime = typeof value === 'string' && value !== '' ? dayjs(dayjs(value).tz(zone).format(wallClock)) : null;
  return (
    <DatePicker
      {...(id ? { id } : {})}
      showTime={{ format: 'HH:mm' }}
      format={wallClock}
      value={wallTime}
      onChange={(next) => onChange?.(next ? dayjs.tz(next.format(wallClock), zone).toISOString() : null)}
      style={{ width: '100%' }}
    />
  );
}
