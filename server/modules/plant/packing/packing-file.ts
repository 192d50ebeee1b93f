import { mostPacked, mostPackingColumns, type PackingColumns } from '../../../../contract/plant/task.ts';
import type { RefusalReason } from '../../../../contract/trace/refusal.ts';
import type { RuleBook } from '../../../identity/rule-book.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { type FileRow, tooManyLines } from '../../../platform/files/file-limits.ts';
import { digestCodeRows, digestTableRows } from '../../../platform/files/read-file.ts';
import { type FileSource, rowsOf } from '../../../platform/imports/job-source.ts';
import { badInput } from '../../../platform/refusal.ts';
import { unreadReason } from '../../../trace/unread-reason.ts';
import { FiledLines, type FiledPackages } from './filed-packages.ts';
import { linesOf, type PackingLines, RowSplitter, textsOf } from './packing-lines.ts';

/** A line that was not taken. */
export interface RefusedLine {
  readonly line: number;
  readonly code: string;
  readonly reason: RefusalReason;
  readonly conflict: string | null;
}

export interface PackingFile {
  /** What holds units first, then what holds that: a package is there before it is packed. */
  readonly packages: FiledPackages;
  readonly rows: number;
}

interface Reader {
  readonly sql: Connection;
  readonly rules: RuleBook;
  readonly columns: PackingColumns | undefined;
  /** Whether it is told which texts that are no codes a rule would nearly read: not to people of parties. */
  readonly tellsMisread: boolean;
  /** Keeps lines that cannot be read, some thousand at a time: it may be every line of a file of millions. */
  readonly refuse: (lines: readonly RefusedLine[]) => Promise<void>;
}

/** Lines that are refused together. */
export const refusedTogether = 10_000;

/**
 * Reads what lies in what from lines of packages and codes, in the columns that were chosen or that the first line names. The
 * same file is always read to the same packages in the same order, so that a job can go on where it was.
 */
export async function readPackingFile(reader: Reader, source: FileSource): Promise<PackingFile> {
  const gathering = new Gathering(reader);
  for await (const lines of linesIn(reader, source)) {
    for (const refused of gathering.take(lines)) await reader.refuse(refused);
  }
  const file = await gathering.end();
  if (file.rows === 0) throw badInput({ path: 'file', reason: 'empty_table' });
  return file;
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

/** Lines by their packages. */
class Gathering {
  readonly #reader: Reader;
  readonly #filed = new FiledLines();
  #refused: RefusedLine[] = [];
  #rows = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Answers lines that are refused, when they have become as many as are told of together. */
  *take({ lines, parents, children, unread }: PackingLines): Generator<readonly RefusedLine[]> {
    this.#rows += lines.length;
    if (this.#rows > mostPacked) throw tooManyLines(mostPacked);
    for (let at = 0; at < lines.length; at++) {
      const parent = parents[at] as number;
      if (parent !== 0) this.#filed.add(parent, children[at] as number, lines[at] as number);
    }
    for (const { at, parent, child } of unread) {
      const line = lines[at] as number;
      if (parent === '' || child === '') {
        this.#refuse(line, [parent, child].filter(Boolean).join(), 'malformed_line');
      } else {
        if (parents[at] === 0) this.#refuse(line, parent, this.#reasonOf(parent));
        if (children[at] === 0) this.#refuse(line, child, this.#reasonOf(child));
      }
      // As many each time: a file that is read once more tells the same of the same lines.
      if (this.#refused.length >= refusedTogether) yield this.#refused.splice(0, refusedTogether);
    }
  }

  async end(): Promise<PackingFile> {
    const { rules, refuse } = this.#reader;
    if (this.#refused.length > 0) await refuse(this.#refused);
    return { packages: this.#filed.packages((code) => rules.levelOf(code)), rows: this.#rows };
  }

  #refuse(line: number, code: string, reason: RefusedLine['reason']): void {
    this.#refused.push({ line, code, reason, conflict: null });
  }

  #reasonOf(text: string): RefusalReason {
    const { rules, tellsMisread } = this.#reader;
    return unreadReason(rules, text, tellsMisread);
  }
}
