import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { csvCellText } from '@suyuan/contract/spreadsheet-text.ts';
import { CsvError, type Parser, parse } from 'csv-parse';
import { badFile, type FileRow, tableLimits } from './file-limits.ts';

/**
 * The rows of a CSV file, including empty ones: UTF-8 or GB 18030, any delimiter that spreadsheets use, any line end. A first line such
 * as `sep=;`, by which spreadsheets tell one another the delimiter, is no row.
 */
export async function* csvRows(path: string): AsyncGenerator<FileRow> {
  const encoding = await encodingOf(path);
  const { delimiter, isSaid } = await delimiterOf(decoded(path, encoding));
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  });
  const source = Readable.from(fed(parser, decoded(path, encoding)), { highWaterMark: 1 });
  source.once('error', (error) => parser.destroy(error)).pipe(parser);
  let line = 0;
  // For each line with more or fewer cells than the first, the parser makes an error and forgets it. Without their stacks a file
  // of such lines takes less than half the time.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      line += 1;
      if (line === 1 && isSaid) continue;
      yield { line, cells: cells.map(csvCellText) };
    }
  } catch (error) {
    throw error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? badFile('unclosed_quote', { line: line + 1 })
      : error;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    parser.destroy();
    await closed(source);
  }
}

/** Closes a file and waits for it, because a worker thread that ends before that would leave it open. */
async function closed(stream: Readable): Promise<void> {
  const closeEvent = new Promise<void>((resolve) => stream.once('close', resolve));
  stream.destroy();
  if (!stream.closed) await closeEvent;
}

/** Feeds the parser as long as it yields records: an unclosed quote or endless line does not swallow the whole file. */
async function* fed(parser: Parser, text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let [records, since] = [0, 0];
  for await (const piece of text) {
    const bytes = Buffer.from(piece);
    yield bytes;
    since = parser.info.records === records ? since + bytes.length : 0;
    records = parser.info.records;
    if (since > tableLimits.record) {
      throw badFile('line_too_long', { line: records + 1, limit: tableLimits.record / 2 ** 20 });
    }
  }
}

/** UTF-8, or else GB 18030, which spreadsheets write on a Chinese Windows. */
async function encodingOf(path: string): Promise<string> {
  try {
    for await (const _ of decoded(path, 'utf-8'));
    return 'utf-8';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'gb18030';
    throw error;
  }
}

/** Decodes a file, without the byte order mark. */
async function* decoded(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const file = createReadStream(path, { start: 0 });
  try {
    for await (const chunk of file) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } finally {
    await closed(file);
  }
}

/** The delimiter that the first line says, or else the one that occurs most often in the title line. */
async function delimiterOf(text: AsyncIterable<string>): Promise<{ delimiter: string; isSaid: boolean }> {
  let head = '';
  for await (const piece of text) {
    head = (head + piece).trimStart().slice(0, tableLimits.record);
    if (/[\r\n]/.test(head)) break;
  }
  const delimiter = delimiterSaidIn(head.split(/[\r\n]/, 1)[0] ?? '');
  if (delimiter !== undefined) return { delimiter, isSaid: true };
  const titles = head.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0] ?? '';
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, count: titles.split(mark).length }));
  const { mark } = counts.reduce((most, one) => (one.count > most.count ? one : most));
  return { delimiter: mark, isSaid: false };
}

/** The delimiter in a line that says it, `sep=;`. */
export const delimiterSaidIn = (line: string): string | undefined => /^"?sep=([,;\t| ])"?[,;\t| ]*$/i.exec(line)?.[1];
