import { isMoment } from '../../http/calendar.ts';
import { type CellParser, spelled } from './columns.ts';
import { twoDigits, writtenDay } from './read-cell.ts';

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
