import { mostPacked, mostPackingColumns, type PackingColumns } from '../../../../contract/plant/task.ts';
import type { RefusalReason } from '../../../../contract/trace/refusal.ts';
import type { RuleBook } from '../../../identity/rule-book.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { FileRow } from '../../../platform/files/file-limits.ts';
import { digestCodeRows, digestTableRows } from '../../../platform/files/read-file.ts';
import { type FileSource, rowsOf } from '../../../platform/imports/job-source.ts';
import { badInput } from '../../../platform/refusal.ts';
import { linesOf, type PackingLines, RowSplitter, textsOf } from './packing-lines.ts';

/** A line that was not taken. */
export interface RefusedLine {
  readonly line: number;
  readonly code: string;
  readonly reason: RefusalReason;
  readonly conflict: string | null;
}

/** What a file says lies in one package, with the lines that say it. */
export interface FiledPackage {
  readonly parent: number;
  readonly children: number[];
  /** The line of each child. */
  readonly lines: number[];
  /** Lines of it that could not be read: with one of them none of it is taken. */
  unread: number;
}

export interface PackingFile {
  /** What holds units first, then what holds that: a package is there before it is packed. */
  readonly packages: readonly FiledPackage[];
  readonly rows: number;
  readonly refused: readonly RefusedLine[];
}

interface Reader {
  readonly sql: Connection;
  readonly rules: RuleBook;
  readonly columns: PackingColumns | undefined;
  /** Whether it is told which texts that are no codes a rule would nearly read: not to people of parties. */
  readonly tellsMisread: boolean;
}

/**
 * Reads what lies in what from lines of packages and codes, in the columns that were chosen or that the first line names. The
 * same file is always read to the same packages in the same order, so that a job can go on where it was.
 */
export async function readPackingFile(reader: Reader, source: FileSource): Promise<PackingFile> {
  const gathering = new Gathering(reader);
  for await (const lines of linesIn(reader, source)) gathering.take(lines);
  const file = gathering.end();
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
  readonly #rules: RuleBook;
  readonly #tellsMisread: boolean;
  readonly #packages = new Map<number, FiledPackage>();
  readonly #refused: RefusedLine[] = [];
  #last: FiledPackage | undefined;
  #rows = 0;

  constructor({ rules, tellsMisread }: Reader) {
    this.#rules = rules;
    this.#tellsMisread = tellsMisread;
  }

  take({ lines, parents, children, unread }: PackingLines): void {
    this.#rows += lines.length;
    if (this.#rows > mostPacked) throw badInput({ path: 'file', reason: 'too_many', params: { limit: mostPacked } });
    for (let at = 0; at < lines.length; at++) {
      const [parent, child] = [parents[at] as number, children[at] as number];
      if (parent === 0) continue;
      const filed = this.#packageOf(parent);
      if (child === 0) filed.unread += 1;
      else {
        filed.children.push(child);
        filed.lines.push(lines[at] as number);
      }
    }
    for (const { at, parent, child } of unread) {
      const line = lines[at] as number;
      if (parent === '' || child === '') {
        this.#refuse(line, [parent, child].filter(Boolean).join(), 'malformed_line');
        continue;
      }
      if (parents[at] === 0) this.#refuse(line, parent, this.#reasonOf(parent));
      if (children[at] === 0) this.#refuse(line, child, this.#reasonOf(child));
    }
  }

  end(): PackingFile {
    const packages = [...this.#packages.values()].sort(
      (a, b) => this.#rules.levelOf(a.parent) - this.#rules.levelOf(b.parent),
    );
    return { packages, rows: this.#rows, refused: this.#refused };
  }

  /** Lines of a package mostly follow one another. */
  #packageOf(parent: number): FiledPackage {
    if (this.#last?.parent === parent) return this.#last;
    const made = () => ({ parent, children: [], lines: [], unread: 0 });
    this.#last = this.#packages.getOrInsertComputed(parent, made);
    return this.#last;
  }

  #refuse(line: number, code: string, reason: RefusedLine['reason']): void {
    this.#refused.push({ line, code, reason, conflict: null });
  }

  #reasonOf(text: string): RefusalReason {
    return this.#tellsMisread && this.#rules.resembles(text) ? 'bad_check_character' : 'unknown_code';
  }
}
