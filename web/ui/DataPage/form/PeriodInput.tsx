import { calendarYears } from '@suyuan/contract/thing/fields.ts';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useSession } from '#core/session/session.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

interface PeriodInputProps {
  readonly id?: string;
  /** Begin (inclusive) and end (exclusive), RFC 3339. */
  readonly value?: readonly [string?, string?];
  readonly onChange: (value: [string, string] | undefined) => void;
}

/** Picks a period of whole days, both included, in the enterprise's time zone. */
export default function PeriodInput({ id, value, onChange }: PeriodInputProps) {
  const { t } = useTranslation();
  const zone = useSession((session) => session.self?.time_zone);
  const [from, to] = value ?? [];
  // The picker works on calendar days, which are converted to times in the enterprise's time zone.
  const dayOf = (moment: string) => dayjs(dayjs(moment).tz(zone).format('YYYY-MM-DD'));
  const startOf = (day: dayjs.Dayjs) => dayjs.tz(day.format('YYYY-MM-DD'), zone ?? 'UTC').toISOString();
  return (
    <DatePicker.RangePicker
      {...(id ? { id } : {})}
      placeholder={[t('datapage.firstDay'), t('datapage.lastDay')]}
      minDate={dayjs(`${calendarYears.first}-01-02`)}
      maxDate={dayjs(`${calendarYears.last}-12-30`)}
      value={from && to ? [dayOf(from), dayOf(to).subtract(1, 'day')] : null}
      onChange={(days) => {
        const [first, last] = days ?? [];
        onChange(first && last ? [startOf(first), startOf(last.add(1, 'day'))] : undefined);
      }}
      style={{ width: '100%' }}
    />
  );
}
