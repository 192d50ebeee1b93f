/** A time as the server or a person gives it. Ten digits are seconds, more are milliseconds. */
export type Moment = Date | number | string;

export function momentOf(time: Moment): Date {
  if (time instanceof Date) return time;
  if (typeof time === 'string' && !/^\d+$/.test(time)) return new Date(time);
  return new Date(String(time).length === 10 ? Number(time) * 1000 : Number(time));
}

const weekdays = ['日', '一', '二', '三', '四', '五', '六'];
const two = (value: number): string => String(value).padStart(2, '0');

/** Formats a time by a pattern of {y} {m} {d} {h} {i} {s} and {a}, the day of the week. Empty without a time. */
export function parseTime(time: Moment | null | undefined, pattern = '{y}-{m}-{d} {h}:{i}:{s}'): string {
  if (time === null || time === undefined || time === '') return '';
  const moment = momentOf(time);
  if (Number.isNaN(moment.getTime())) return '';
  const parts: Readonly<Record<string, string>> = {
    y: String(moment.getFullYear()),
    m: two(moment.getMonth() + 1),
    d: two(moment.getDate()),
    h: two(moment.getHours()),
    i: two(moment.getMinutes()),
    s: two(moment.getSeconds()),
    a: weekdays[moment.getDay()] ?? '',
  };
  return pattern.replace(/\{([ymdhisa])\}/g, (_, part: string) => parts[part] ?? '');
}
