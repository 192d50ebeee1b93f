// Dates as people and spreadsheets write them. The year must come first, because 01/02/2026 is ambiguous.

const day = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?: 0?0:00(?::00)?)?$/;

/** Converts a date to ISO 8601; any other text is returned unchanged. */
export function writtenDay(cell: string): string {
  const [, year, month, date] = day.exec(cell) ?? [];
  return year && month && date ? [year, twoDigits(month), twoDigits(date)].join('-') : cell;
}

export const twoDigits = (number: string): string => number.padStart(2, '0');
