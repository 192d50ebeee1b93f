import { ErrorCode } from '../../../contract/call/errors.ts';
import { badInput, Refusal } from '../refusal.ts';

// How much of a file is read. What goes beyond is refused with the reason, before it costs memory or time.

/** A row of a file that has anything in it. */
export interface FileRow {
  /** Line in the file, the titles being line 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export const tableLimits = {
  /** Rows, empty ones among them, for each that may have something in it. */
  rowsPerLine: 4,
  /** More than any list has. */
  columns: 200,
  /** Cells that have anything in them: fifty thousand lines of forty. */
  cells: 2_000_000,
  /** Characters of all cells together: what a CSV file of the largest size has. */
  text: 20 * 2 ** 20,
  /** Characters of one cell; spreadsheets end at 32 767. */
  cell: 2 ** 16,
  /** Bytes of one record of a CSV file. */
  record: 2 ** 20,
  /** Bytes that the parts of a workbook have unpacked, all together: three times those of fifty thousand full lines. */
  unpacked: 128 * 2 ** 20,
  /** Bytes of a part that says where the others are. */
  smallPart: 4 * 2 ** 20,
  /** Parts of a workbook, its pictures among them. */
  parts: 2000,
  /** Rows that a sheet of a spreadsheet has, and cells of each. */
  sheetRows: 2 ** 20,
  sheetColumns: 2 ** 14,
} as const;

export const xmlLimits = {
  /** Characters from one `<` to the next, or of one attribute: a full cell, all of it escaped. */
  token: 2 ** 18,
  attributes: 100,
  depth: 32,
  /** Tags of one part: three for each cell. */
  tags: 8_000_000,
} as const;

export const codeFileLimits = {
  /** Bytes once unpacked: as many as a file that is not packed may have. */
  unpacked: 2 ** 30,
  /** Bytes of a line, which is longer than any code and what may stand after it. */
  line: 4096,
  /** Lines, empty ones among them, for each that may have something in it. */
  linesPerCode: 2,
} as const;

/** What a thread that reads may use. Its time is its own: waiting for those who send or take does not count. */
export const threadLimits = {
  table: { megabytes: 160, seconds: 120 },
  codes: { megabytes: 64, seconds: 900 },
} as const;

const refused = (reason: string, params = {}) => new Refusal(413, ErrorCode.tooLarge, { reason, params });

/** 413: more lines than are taken. */
export const tooManyLines = (limit: number) => refused('too_many_lines', { limit });
/** 413: unpacked, it is larger than is read, whatever it says of itself. */
export const unpacksTooLarge = (limit: number) => refused('unpacks_too_large', { limit: limit / 2 ** 20 });
/** 413: more text, cells or parts than any file that people make of so many lines. */
export const tooMuchInFile = () => refused('too_much_in_file');
/** 413: the thread that reads it has used up its time. */
export const tooSlowToRead = () => refused('too_slow_to_read');
/** 400: what is wrong with the file. */
export const badFile = (reason: string, params = {}) => badInput({ path: 'file', reason, params });

/** Types and ranges that are the file's: bytes that are no text, places that are no address. */
const misspelt = new Set(['ERR_ENCODING_INVALID_ENCODED_DATA', 'ERR_INVALID_URL']);

/**
 * What an error in reading says of the file. What libraries throw at is no file of its kind; what the machine or our own
 * mistakes throw is no fault of the file's, and stays as it is.
 */
export function refusalOf(error: unknown, otherwise: 'unreadable_table' | 'unreadable_codes'): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const isOurs = (error instanceof RangeError || error instanceof TypeError) && !misspelt.has(code);
  const isMachine = syscall !== undefined;
  return error instanceof Refusal || isOurs || isMachine ? error : badFile(otherwise);
}
