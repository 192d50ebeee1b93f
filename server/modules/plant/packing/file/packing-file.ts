import { Readable } from 'node:stream';
import { mostPacked, mostPackingColumns, type PackingColumns } from '../../../../../contract/plant/task.ts';
import type { RefusalReason } from '../../../../../contract/trace/refusal.ts';
import type { RuleBook } from '../../../../identity/rule-book.ts';
import type { Connection } from '../../../../platform/database/database.ts';
import { codeFileLimits, type FileRow, tooManyLines } from '../../../../platform/files/file-limits.ts';
import { digestCodeRows, digestTableRows } from '../../../../platform/files/read-file.ts';
import { type FileSource, rowsOf } from '../../../../platform/imports/job-source.ts';
import { badInput } from '../../../../platform/refusal.ts';
import { unreadReason } from '../../../../trace/unread-reason.ts';
import type { FiledPackage } from './filed-packages.ts';
import { Gathering } from './gathering.ts';
import { PackageOrder } from './package-order.ts';
import { linesOf, type PackingLines, RowSplitter, textsOf } from './packing-lines.ts';

/** Of a line that was not taken, one of its codes. */
export interface RefusedLine {
  readonly line: number;
  readonly code: string;
  readonly reason: RefusalReason;
  readonly conflict: string | null;
}

/** A line that could not be read. */
export interface UnreadLine {
  readonly refused: readonly RefusedLine[];
  /** Whether it is a line of no package. */
  readonly isStray: boolean;
}

/** What came of some more lines. */
export interface FiledPart {
  readonly packages: readonly FiledPackage[];
  readonly unread: readonly UnreadLine[];
}

interface Reader {
  readonly sql: Connection;
  readonly rules: RuleBook;
  readonly columns: PackingColumns;
  /** Whether it is told which texts that are no codes a rule would nearly read: not to people of parties. */
  readonly tellsMisread: boolean;
  /** The file from its beginning, for a first look at it. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
  /** Hears how many lines there are, as soon as that is known. */
  readonly counted: (lines: number) => void;
}

/** What a package is looked at with, whose codes are read and written together: more than any holds. */
export const mostInPackage = 50_000;

/**
 * Reads what lies in what from lines of packages and codes, in the columns that were chosen or that the first line names.
 * Packages of units come while the file is read, where each is whole before the next; others when it was read, what holds units
 * first, then what holds that, so that a package is there before it is packed. The same file always comes to the same packages
 * in the same order, so that a job can go on where it was.
 */
export async function* packingParts(reader: Reader, source: FileSource): AsyncGenerator<FiledPart> {
  const reading = readAhead(reader, source);
  const order = await orderOf(reader, source).catch((error) => {
    reading.destroy();
    throw error;
  });
  const gathering = new Gathering({
    wholeUntil: (line) => order?.wholeUntil(line) ?? 0,
    levelOf: (code) => reader.rules.levelOf(code),
  });
  let rows = 0;
  for await (const some of reading) {
    const { lines, parents, children } = some;
    rows += lines.length;
    if (rows > mostPacked) throw tooManyLines(mostPacked);
    const packages: FiledPackage[] = [];
    for (let at = 0; at < lines.length; at++) {
      const parent = parents[at] as number;
      const whole = parent === 0 ? undefined : gathering.add(parent, children[at] as number, lines[at] as number);
      if (whole) packages.push(whole);
    }
    yield { packages, unread: unreadIn(reader, some) };
  }
  if (rows === 0) throw badInput({ path: 'file', reason: 'empty_table' });
  reader.counted(rows);
  const last = gathering.whole();
  if (last) yield { packages: [last], unread: [] };
  for (const filed of gathering.rest()) yield { packages: [filed], unread: [] };
}

/** How far lines are read before they are packed, in parts of some thousand. */
const partsAhead = 32;

/** The lines of a file, which are read from now on: while their order is looked at, and while others are packed. */
function readAhead(reader: Reader, source: FileSource): Readable & AsyncIterable<PackingLines> {
  const lines = Readable.from(linesIn(reader, source), { highWaterMark: partsAhead });
  // Told to whoever takes them.
  lines.on('error', () => {});
  lines.read(0);
  return lines;
}

/**
 * What the bytes of a file tell of the order of its packages; a workbook is read whole first. They alone tell it: what is in the
 * database may be otherwise when a job goes on.
 */
async function orderOf({ columns, bytes, counted }: Reader, source: FileSource): Promise<PackageOrder | undefined> {
  if ('workbook' in source) return undefined;
  const most = { inPackage: mostInPackage, lines: mostPacked, inLine: codeFileLimits.line };
  const order = new PackageOrder(columns.parent, most);
  for await (const some of bytes()) if (!order.add(some)) return undefined;
  if (!order.end()) return undefined;
  counted(order.lines - (columns.titled ? 1 : 0));
  return order;
}

/** Codes are read in the thread that reads the file; where there are imported ones, the database has to be asked. */
async function* linesIn({ sql, rules, columns }: Reader, source: FileSource): AsyncGenerator<PackingLines> {
  const inThread = new URL('./packing-lines.ts', import.meta.url).href;
  if (!rules.hasImported) {
    const digest = { module: inThread, data: { columns, ciphers: rules.ciphers() } };
    yield* 'workbook' in source
      ? digestTableRows<PackingLines>(source.workbook, digest, mostPacked)
      : digestCodeRows<PackingLines>(source.bytes, digest, mostPacked, mostPackingColumns);
    return;
  }
  const splitter = new RowSplitter(columns);
  for await (const rows of together(rowsOf(source, { lines: mostPacked, columns: mostPackingColumns }))) {
    const split = splitter.split(rows);
    const named = textsOf(split);
    const found = await rules.find(sql, named.texts);
    const ids = found.map((code) => code?.id ?? 0);
    yield linesOf(split, named, ids);
  }
}

/** Rows that are looked up together. */
const batch = 4096;

async function* together(batches: AsyncIterable<readonly FileRow[]>): AsyncGenerator<FileRow[]> {
  let rows: FileRow[] = [];
  for await (const more of batches) {
    rows.push(...more);
    if (rows.length < batch) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

/** The lines of which not all was read, with what is wrong. */
function unreadIn({ rules, tellsMisread }: Reader, { lines, parents, children, unread }: PackingLines): UnreadLine[] {
  const reasonOf = (text: string) => unreadReason(rules, text, tellsMisread);
  return unread.map(({ at, parent, child }) => {
    const line = lines[at] as number;
    const refused = (code: string, reason: RefusalReason) => ({ line, code, reason, conflict: null });
    const isStray = parents[at] === 0;
    if (parent === '' || child === '') {
      return { isStray, refused: [refused([parent, child].filter(Boolean).join(), 'malformed_line')] };
    }
    return {
      isStray,
      refused: [
        ...(isStray ? [refused(parent, reasonOf(parent))] : []),
        ...(children[at] === 0 ? [refused(child, reasonOf(child))] : []),
      ],
    };
  });
}
