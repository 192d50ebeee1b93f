import { mostPacked } from '../../../../contract/plant/task.ts';
import type { RefusalReason } from '../../../../contract/trace/refusal.ts';
import type { RuleBook } from '../../../identity/rule-book.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { FileRow } from '../../../platform/files/file-limits.ts';
import { readCodeRows } from '../../../platform/files/read-file.ts';
import { badInput } from '../../../platform/refusal.ts';

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

/** Lines that are deciphered together. */
const batch = 4096;

const titles = {
  parent: /^(parent|package|case|上级码|父码|箱码|包装码|padre|paquete|caja|親コード|外装)$/i,
  child: /^(child|code|unit|下级码|子码|瓶码|码|hijo|código|codigo|子コード|中身)$/i,
};

/**
 * Reads what lies in what from lines of `parent,child`, whichever way round the first line names them. The same bytes are
 * always read to the same packages in the same order, so that a job can go on where it was.
 */
export async function readPackingFile(
  sql: Connection,
  rules: RuleBook,
  bytes: AsyncIterable<Uint8Array>,
): Promise<PackingFile> {
  const reading = new Reading(sql, rules);
  for await (const rows of readCodeRows(bytes, mostPacked, 2)) await reading.take(rows);
  return reading.end();
}

interface Line {
  readonly line: number;
  readonly parent: string;
  readonly child: string;
}

class Reading {
  readonly #sql: Connection;
  readonly #rules: RuleBook;
  readonly #packages = new Map<number, FiledPackage>();
  readonly #refused: RefusedLine[] = [];
  #waiting: Line[] = [];
  #swapped = false;
  #rows = 0;

  constructor(sql: Connection, rules: RuleBook) {
    this.#sql = sql;
    this.#rules = rules;
  }

  async take(rows: readonly FileRow[]): Promise<void> {
    for (const { line, cells } of rows) {
      const [first = '', second = ''] = cells;
      if (line === 1 && this.#isTitle(first, second)) continue;
      this.#rows += 1;
      const [parent, child] = this.#swapped ? [second, first] : [first, second];
      if (parent === '' || child === '') this.#refuse(line, cells.join(','), 'malformed_line');
      else this.#waiting.push({ line, parent, child });
    }
    if (this.#rows > mostPacked) throw badInput({ path: 'file', reason: 'too_many', params: { limit: mostPacked } });
    if (this.#waiting.length >= batch) await this.#decipher();
  }

  async end(): Promise<PackingFile> {
    await this.#decipher();
    const packages = [...this.#packages.values()].sort(
      (a, b) => this.#rules.levelOf(a.parent) - this.#rules.levelOf(b.parent),
    );
    return { packages, rows: this.#rows, refused: this.#refused };
  }

  #isTitle(first: string, second: string): boolean {
    this.#swapped = titles.child.test(first) && titles.parent.test(second);
    return this.#swapped || (titles.parent.test(first) && titles.child.test(second));
  }

  #refuse(line: number, code: string, reason: RefusedLine['reason']): void {
    this.#refused.push({ line, code, reason, conflict: null });
  }

  async #decipher(): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = [];
    const parents = [...new Set(lines.map(({ parent }) => parent))];
    const found = await this.#rules.find(this.#sql, [...parents, ...lines.map(({ child }) => child)]);
    const parentIds = new Map(parents.map((text, index) => [text, found[index]?.id]));
    for (const [index, { line, parent, child }] of lines.entries()) {
      const [parentId, childId] = [parentIds.get(parent), found[parents.length + index]?.id];
      if (parentId === undefined) this.#refuse(line, parent, this.#reasonOf(parent));
      if (childId === undefined) this.#refuse(line, child, this.#reasonOf(child));
      if (parentId === undefined) continue;
      const filed = this.#packages.getOrInsertComputed(parentId, () => ({
        parent: parentId,
        children: [],
        lines: [],
        unread: 0,
      }));
      if (childId === undefined) {
        filed.unread += 1;
        continue;
      }
      filed.children.push(childId);
      filed.lines.push(line);
    }
  }

  #reasonOf(text: string): RefusalReason {
    return this.#rules.resembles(text) ? 'bad_check_character' : 'unknown_code';
  }
}
