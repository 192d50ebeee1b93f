import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { badInput, Refusal } from '../refusal.ts';

// Limits on files. What exceeds them is refused with the reason, before it costs memory or time.

/** A non-empty row of a file. */
export interface FileRow {
  /** The line number in the file, beginning with 1 for the titles. */
  readonly line: number;
  readonly cells: readonly string[];
}

export const tableLimits = {
  /** Rows, including empty ones, per permitted line. */
  rowsPerLine: 4,
  /** Columns, more than any list has. */
  columns: 200,
  /** Non-empty cells: 50 000 lines of 40. */
  cells: 2_000_000,
  /** Characters of all cells together, as many as a CSV file of the maximum size has. */
  text: 20 * 2 ** 20,
  /** Characters of one cell; spreadsheets end at 32 767. */
  cell: 2 ** 16,
  /** Bytes of one record of a CSV file. */
  record: 2 ** 20,
  /** Uncompressed bytes of all parts of a workbook together: three times those of 50 000 full lines. */
  unpacked: 128 * 2 ** 20,
  /** Uncompressed bytes of a part that describes other parts. */
  smallPart: 4 * 2 ** 20,
  /** Parts of a workbook, including its pictures. */
  parts: 2000,
  /** The most rows and columns that a sheet can have. */
  sheetRows: 2 ** 20,
  sheetColumns: 2 ** 14,
} as const;

export const xmlLimits = {
  /** Characters from one `<` to the next, or of one attribute: a full cell with every character escaped. */
  token: 2 ** 18,
  attributes: 100,
  depth: 32,
  /** Tags of one part: three per cell, with room to spare. */
  tags: 8_000_000,
} as const;

export const codeFileLimits = {
  /** Uncompressed bytes: as many as an uncompressed file may have. */
  unpacked: 2 ** 30,
  /** Bytes of a line, longer than any code with further cells. */
  line: 4096,
  /** Lines, including empty ones, per permitted line. */
  linesPerCode: 2,
} as const;

/** Limits of a reader thread. Its time does not include waiting for the sender or the consumer of the rows. */
export const threadLimits = {
  table: { megabytes: 160, seconds: 120 },
  codes: { megabytes: 64, seconds: 900 },
} as const;

const refused = (reason: string, params = {}) => new Refusal(413, ErrorCode.tooLarge, { reason, params });

/** 413: more lines than permitted. */
export const tooManyLines = (limit: number) => refused('too_many_lines', { limit });
/** 413: larger than permitted when unpacked, whatever size it declares. */
export const unpacksTooLarge = (limit: number) => refused('unpacks_too_large', { limit: limit / 2 ** 20 });
/** 413: more text, cells or parts than any real file with so many lines has. */
export const tooMuchInFile = () => refused('too_much_in_file');
/** 413: reading took more than the permitted time of the thread. */
export const tooSlowToRead = () => refused('too_slow_to_read');
/** 400: the file is invalid. */
export const badFile = (reason: string, params = {}) => badInput({ path: 'file', reason, params });

/** Codes of a TypeError or RangeError that the contents of a file cause: invalid encodings and URLs. */
const encodingErrors = new Set(['ERR_ENCODING_INVALID_ENCODED_DATA', 'ERR_INVALID_URL']);

/**
 * Turns an error of a parser into a refusal of the file. Errors of the machine (system calls) and programming errors
 * (TypeError, RangeError) are returned unchanged, as are refusals.
 */
export function refusalOf(error: unknown, otherwise: 'unreadable_table' | 'unreadable_codes'): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const isOurs = (error instanceof RangeError || error instanceof TypeError) && !encodingErrors.has(code);
  const isMachine = syscall !== undefined;
  return error instanceof Refusal || isOurs || isMachine ? error : badFile(otherwise);
}
