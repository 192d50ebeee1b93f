import { isMoment } from '../../http/calendar.ts';
import { type CellParser, spelled } from './columns.ts';

/** Parses times as people and spreadsheets write them: in the enterprise's time zone, as in exports, or with an offset. */
export const momentIn = (timeZone: () => string): CellParser<string> => ({
  unread: 'written_moment',
  read: spelled((cell) => {
    const moment = withZone(cell) ?? withoutZone(cell, timeZone());
    return moment && isMoment(moment) ? moment : undefined;
  }),
});

const withZone = (cell: string): string | undefined => readBy(() => Temporal.Instant.from(cell).toString());

function withoutZone(cell: string, timeZone: string): string | undefined {
  const [, day, hour, minute, second = '00'] = /^(\S+)[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(cell) ?? [];
  if (!day || !hour) return undefined;
  const local = `${writtenDay(day)}T${twoDigits(hour)}:${minute}:${second}`;
  return readBy(() => Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant().toString());
}

/** Undefined if the text is no valid time. */
function readBy(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

// Dates as people and spreadsheets write them. The year must come first, because 01/02/2026 is ambiguous.
const day = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?: 0?0:00(?::00)?)?$/;

/** Converts a date to ISO 8601; any other text is returned unchanged. */
export function writtenDay(cell: string): string {
  const [, year, month, date] = day.exec(cell) ?? [];
  return year && month && date ? [year, twoDigits(month), twoDigits(date)].join('-') : cell;
}

const twoDigits = (number: string): string => number.padStart(2, '0');
