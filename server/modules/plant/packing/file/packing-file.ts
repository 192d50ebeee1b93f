import { Readable } from 'node:stream';
import { maxPacked, maxPackingColumns, type PackingColumns } from '@suyuan/contract/plant/task.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { codeFileLimits, type FileRow, tooManyLines } from '#platform/files/file-limits.ts';
import { digestCodeRows, digestTableRows } from '#platform/files/read-file.ts';
import { type FileSource, rowsOf } from '#platform/imports/job-source.ts';
import { badInput } from '#platform/refusal.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';
import { codesLookedAt, unreadReasons, wrongGtin, wrongGtins } from '#trace/read-texts.ts';
import type { FiledPackage } from './filed-packages.ts';
import { Gathering } from './gathering.ts';
import { PackageOrder } from './package-order.ts';
import { linesOf, type PackingLines, RowSplitter, textsOf } from './packing-lines.ts';

/** A refusal of one code on a line. */
export interface RefusedLine {
  readonly line: number;
  readonly code: string;
  readonly reason: RefusalReason;
  readonly conflict: string | null;
}

/** A line that could not be read. */
export interface UnreadLine {
  readonly refused: readonly RefusedLine[];
  /** Its package could not be read, either. */
  readonly isStray: boolean;
}

/** The result of reading some more lines. */
export interface FiledPart {
  readonly packages: readonly FiledPackage[];
  readonly unread: readonly UnreadLine[];
}

/** The codes on the first lines of a file. */
export interface FirstCodes {
  readonly ids: readonly number[];
  readonly unread: readonly RefusedLine[];
}

interface Reader {
  readonly sql: Connection;
  readonly rules: RuleBook;
  readonly columns: PackingColumns;
  /** Whether refusals say that a text nearly matches a rule; false for people of a party. */
  readonly reportsMisread: boolean;
  /** Opens the file from its beginning, for the scan of `PackageOrder`. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
  /** Called with the codes of the first lines before anything is yielded; if it rejects, the file is not read on. */
  readonly began: (first: FirstCodes) => Promise<void>;
  /** Called with the number of lines as soon as it is known. */
  readonly counted: (lines: number) => void;
}

/** The most codes in one package, which are read and written together; more than any real one holds. */
export const maxInPackage = 50_000;

/**
 * Reads a packing file into packages. Packages of units whose lines are together are yielded while the file is read; all others
 * at the end, lower levels first, so that a package has its contents before it is packed itself. The same file always gives the
 * same packages in the same order, so that a job can resume by counting them. Throws 400 for an empty file or one with too many
 * lines.
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
    if (rows === 0) await reader.began(await firstCodesOf(reader, some));
    rows += lines.length;
    if (rows > maxPacked) throw tooManyLines(maxPacked);
    const packages: FiledPackage[] = [];
    for (let at = 0; at < lines.length; at++) {
      const parent = parents[at] as number;
      const whole = parent === 0 ? undefined : gathering.add(parent, children[at] as number, lines[at] as number);
      if (whole) packages.push(whole);
    }
    yield { packages, unread: await unreadIn(reader, some) };
  }
  if (rows === 0) throw badInput({ path: 'file', reason: 'empty_table' });
  reader.counted(rows);
  const last = gathering.whole();
  if (last) yield { packages: [last], unread: [] };
  for (const filedPackage of gathering.rest()) yield { packages: [filedPackage], unread: [] };
}

async function firstCodesOf(reader: Reader, { lines, parents, children, ...rest }: CheckedLines): Promise<FirstCodes> {
  const first = {
    lines: lines.subarray(0, codesLookedAt),
    parents: parents.subarray(0, codesLookedAt),
    children: children.subarray(0, codesLookedAt),
    unread: rest.unread.filter(({ at }) => at < codesLookedAt),
    wrong: rest.wrong,
  };
  return {
    ids: [...new Set([...first.parents, ...first.children])].filter((id) => id !== 0),
    unread: (await unreadIn(reader, first)).flatMap(({ refused }) => refused),
  };
}

/** How many parts, of some thousand lines each, are read ahead of packing. */
const partsAhead = 32;

/** A stream of lines that starts reading at once, while `PackageOrder` scans the file, and reads on while others are packed. */
function readAhead(reader: Reader, source: FileSource): Readable & AsyncIterable<CheckedLines> {
  const lines = Readable.from(withoutWrongGtins(reader, linesIn(reader, source)), { highWaterMark: partsAhead });
  // An error is thrown to whoever iterates the stream; without a listener it would end the process before that.
  lines.on('error', () => {});
  lines.read(0);
  return lines;
}

/**
 * The order of packages in a file; undefined if it cannot be found out from the bytes, as for workbooks. It must depend on the
 * file alone: the database may have changed when a job resumes.
 */
async function orderOf({ columns, bytes, counted }: Reader, source: FileSource): Promise<PackageOrder | undefined> {
  if ('workbook' in source) return undefined;
  const most = { inPackage: maxInPackage, lines: maxPacked, queued: codeFileLimits.line };
  const order = new PackageOrder(columns.parent, most);
  for await (const some of bytes()) if (!order.add(some)) return undefined;
  if (!order.end()) return undefined;
  counted(order.lines - (columns.titled ? 1 : 0));
  return order;
}

/** Deciphers codes in the thread that reads the file; with imported codes, which only the database knows, on the main thread. */
async function* linesIn({ sql, rules, columns }: Reader, source: FileSource): AsyncGenerator<PackingLines> {
  const inThread = new URL('./packing-lines.ts', import.meta.url).href;
  if (!rules.hasImported) {
    const digest = { module: inThread, data: { columns, ciphers: rules.ciphers() } };
    yield* 'workbook' in source
      ? digestTableRows<PackingLines>(source.workbook, digest, maxPacked)
      : digestCodeRows<PackingLines>(source.bytes, digest, maxPacked, maxPackingColumns);
    return;
  }
  const splitter = new RowSplitter(columns);
  for await (const rows of together(rowsOf(source, { lines: maxPacked, columns: maxPackingColumns }))) {
    const split = splitter.split(rows);
    const texts = textsOf(split);
    const codes = await rules.find(sql, texts.texts);
    const ids = codes.map((code) => code?.id ?? 0);
    const stated = codes.flatMap((code, at) =>
      code?.statedGtin ? [{ text: texts.texts[at] as string, id: code.id, statedGtin: code.statedGtin }] : [],
    );
    yield linesOf(split, texts, { ids, stated });
  }
}

/** How many rows are looked up with one query. */
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

/** Lines of which the codes of other products than their texts state were taken out. */
interface CheckedLines extends Pick<PackingLines, 'lines' | 'parents' | 'children' | 'unread'> {
  /** Why, by the text. */
  readonly wrong: ReadonlyMap<string, RefusedText>;
}

async function* withoutWrongGtins({ sql }: Reader, pieces: AsyncIterable<PackingLines>): AsyncGenerator<CheckedLines> {
  for await (const { stated, ...lines } of pieces) {
    const gtins = await wrongGtins(sql, stated);
    const texts = new Map(stated.flatMap(({ id, text }) => (gtins.has(id) ? [[id, text]] : [])));
    const wrong = new Map(
      stated.flatMap(({ id, text, statedGtin }) => {
        const gtin = gtins.get(id);
        return gtin === undefined ? [] : [[text, wrongGtin(text, statedGtin, gtin)] as const];
      }),
    );
    yield { ...(texts.size === 0 ? lines : without(texts, lines)), wrong };
  }
}

/** Makes unread rows of those with one of these codes, which has this text. */
function without(texts: ReadonlyMap<number, string>, piece: Omit<PackingLines, 'stated'>) {
  const unread = new Map(piece.unread.map((row) => [row.at, row]));
  for (let at = 0; at < piece.lines.length; at++) {
    const [parent, child] = [texts.get(piece.parents[at] as number), texts.get(piece.children[at] as number)];
    if (parent !== undefined) piece.parents[at] = 0;
    if (child !== undefined) piece.children[at] = 0;
    // The text of a code that was read is not asked for.
    const row = unread.get(at) ?? { at, parent: '…', child: '…' };
    if (parent !== undefined || child !== undefined) {
      unread.set(at, { at, parent: parent ?? row.parent, child: child ?? row.child });
    }
  }
  return { ...piece, unread: [...unread.values()].sort((a, b) => a.at - b.at) };
}

/** Refusals for lines of which a code could not be read. */
async function unreadIn(reader: Reader, piece: CheckedLines): Promise<UnreadLine[]> {
  const { lines, parents, children, unread, wrong } = piece;
  const whole = unread.filter(({ parent, child }) => parent !== '' && child !== '');
  const strange = whole.flatMap(({ at, parent, child }) => [
    ...(parents[at] === 0 ? [parent] : []),
    ...(children[at] === 0 ? [child] : []),
  ]);
  const texts = [...new Set(strange)].filter((text) => !wrong.has(text));
  const reasons = await unreadReasons(reader.sql, reader.rules, texts, reader.reportsMisread);
  const reasonOf = new Map(texts.map((text, at) => [text, reasons[at]]));
  return unread.map(({ at, parent, child }) => {
    const line = lines[at] as number;
    const refused = (code: string): RefusedLine => {
      const { reason, conflict } = wrong.get(code) ?? reasonOf.get(code) ?? { reason: 'unknown_code', conflict: null };
      return { line, code, reason, conflict };
    };
    const isStray = parents[at] === 0;
    if (parent === '' || child === '') {
      const code = [parent, child].filter(Boolean).join();
      return { isStray, refused: [{ line, code, reason: 'malformed_line', conflict: null }] };
    }
    return {
      isStray,
      refused: [...(isStray ? [refused(parent)] : []), ...(children[at] === 0 ? [refused(child)] : [])],
    };
  });
}
