import { csvCellText } from '@suyuan/contract/spreadsheet-text.ts';
import { delimiterSaidIn } from './csv.ts';
import { badFile, codeFileLimits, type FileRow, tooManyLines } from './file-limits.ts';
import { unpacked } from './unpack.ts';

/**
 * Streams the first cells of each non-empty line of a TXT, CSV or JSON-lines file, gzipped or not, in batches of lines. Only
 * a piece of the file is in memory at a time.
 */
export async function* codeRows(
  bytes: AsyncIterable<Uint8Array>,
  maxLines: number,
  columns = 1,
): AsyncGenerator<readonly FileRow[]> {
  const maxRows = codeFileLimits.linesPerCode * maxLines;
  let line = 0;
  let objects: JsonLines | undefined;
  for await (const piece of wholeLines(inBytes(unpacked(bytes, codeFileLimits.unpacked)))) {
    const rows: FileRow[] = [];
    for (const rawText of decoded(piece)) {
      line += 1;
      if (line > maxRows) throw tooManyLines(maxLines);
      if (rawText.length > codeFileLimits.line) throw badFile('unreadable_codes');
      const text = line === 1 ? rawText.replace(/^\uFEFF/, '') : rawText;
      if (line === 1 && delimiterSaidIn(text) !== undefined) continue;
      if (line === 1 && columns > 1 && isObject(text)) objects = new JsonLines(text, columns);
      if (line === 1 && columns > 1 && beginsList(text)) throw badFile('json_list');
      if (line === 1 && objects) rows.push({ line: 0, cells: objects.titles });
      const cells = objects ? objects.cellsOf(text) : firstCells(text, columns);
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
    }
    yield rows;
  }
}

function firstCells(line: string, columns: number): string[] {
  if (!line.includes('"')) return plainCells(line, columns);
  const cells = line.matchAll(/(?:^|[,;\t])\s*(?:"((?:[^"]|"")*)"|([^,;\t]*))/g);
  return [...cells]
    .slice(0, columns)
    .map(([, quoted, plain = '']) => (quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim())
    .map(csvCellText);
}

const [comma, semicolon, tab] = [',', ';', '\t'].map((mark) => mark.charCodeAt(0));

function plainCells(line: string, columns: number): string[] {
  const cells: string[] = [];
  let start = 0;
  for (let at = 0; at < line.length && cells.length < columns; at++) {
    const mark = line.charCodeAt(at);
    if (mark !== comma && mark !== semicolon && mark !== tab) continue;
    cells.push(line.slice(start, at).trim());
    start = at + 1;
  }
  if (cells.length < columns) cells.push(line.slice(start).trim());
  return cells;
}

/** Converts UTF-16, which spreadsheets save as "Unicode text" and which begins with a byte order mark, to UTF-8. */
async function* inBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of bytes) {
    const mark = isFirst ? `${chunk[0]} ${chunk[1]}` : '';
    if (mark === '255 254') decoder = new TextDecoder('utf-16le');
    if (mark === '254 255') decoder = new TextDecoder('utf-16be');
    isFirst = false;
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
  const rest = decoder?.decode();
  if (rest) yield Buffer.from(rest);
}

const [lineFeed, carriageReturn] = ['\n', '\r'].map((mark) => mark.charCodeAt(0)) as [number, number];

/** Regroups bytes into pieces that end at the end of a line, except for the last one. */
async function* wholeLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const all = Buffer.concat([rest, chunk]);
    // A carriage return at the very end may be the first half of a line end.
    const end = Math.max(all.lastIndexOf(lineFeed), all.subarray(0, -1).lastIndexOf(carriageReturn)) + 1;
    if (end > 0) yield all.subarray(0, end);
    rest = all.subarray(end);
    if (rest.length > codeFileLimits.line) throw badFile('unreadable_codes');
  }
  if (rest.length > 0) yield rest;
}

/** The lines of a piece in UTF-8; if it is not valid UTF-8, each line is decoded by itself, if need be as GB 18030. */
function decoded(piece: Buffer): string[] {
  const text = read(piece, 'utf-8');
  const lines = linesIn(text ?? piece.toString('latin1'));
  // The part after the last line end belongs to the next piece.
  if (lines.at(-1) === '') lines.pop();
  return text === undefined ? lines.map((line) => lineOf(Buffer.from(line, 'latin1'))) : lines;
}

const linesIn = (text: string): string[] => text.split(text.includes('\r') ? /\r\n|\n|\r/ : '\n');
const lineOf = (bytes: Buffer): string => read(bytes, 'utf-8') ?? read(bytes, 'gb18030') ?? bytes.toString();

const decoders = {
  'utf-8': new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }),
  gb18030: new TextDecoder('gb18030', { fatal: true }),
} as const;

function read(bytes: Buffer, encoding: keyof typeof decoders): string | undefined {
  try {
    return decoders[encoding].decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether a file whose first line this is consists of JSON lines. */
const isObject = (line: string): boolean => line.trimStart().startsWith('{') && objectOn(line) !== undefined;

/** Whether a file whose first line this is consists of one JSON array, which cannot be read line by line. */
const beginsList = (line: string): boolean => /^\s*\[\s*(?:\{|$)/.test(line);

/** JSON lines as rows of a table, whose columns are the members of the first object. */
class JsonLines {
  readonly titles: readonly string[];

  constructor(first: string, columns: number) {
    this.titles = Object.keys(objectOn(first) ?? {}).slice(0, columns);
  }

  /**
   * The cells of a line. Members that the first line lacks are ignored, and values other than strings and numbers are empty.
   * A line without an object is one cell.
   */
  cellsOf(text: string): string[] {
    const object = objectOn(text);
    if (!object) return [text.trim()];
    return this.titles.map((title) => {
      const value = Object.hasOwn(object, title) ? object[title] : undefined;
      return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    });
  }
}

function objectOn(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
