// As people and spreadsheets write days. The year comes first: 01/02/2026 is two days, depending on who reads it.

const day = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?: 0?0:00(?::00)?)?$/;

/** A day as calls take it, where the cell is one; else the cell. */
export function writtenDay(cell: string): string {
  const [, year, month, date] = day.exec(cell) ?? [];
  return year && month && date ? [year, twoDigits(month), twoDigits(date)].join('-') : cell;
}

export const twoDigits = (number: string): string => number.padStart(2, '0');
