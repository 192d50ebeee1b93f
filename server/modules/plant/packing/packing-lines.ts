import type { PackingColumns } from '../../../../contract/plant/task.ts';
import { decipherer, type RuleCipher } from '../../../identity/deciphering.ts';
import type { FileRow } from '../../../platform/files/file-limits.ts';
import type { MakeDigest } from '../../../platform/files/read-worker.ts';
import { columnsNamedBy } from './packing-columns.ts';

/** Lines of a packing file, column by column: a code that could not be read is 0, as are both of a line that has only one. */
export interface PackingLines {
  readonly lines: Float64Array<ArrayBuffer>;
  readonly parents: Float64Array<ArrayBuffer>;
  readonly children: Float64Array<ArrayBuffer>;
  /** The texts of lines that were not read whole, by their place among these. */
  readonly unread: readonly { readonly at: number; readonly parent: string; readonly child: string }[];
}

interface PackingRow {
  readonly line: number;
  readonly parent: string;
  readonly child: string;
}

/** Takes the two columns out of rows, as they were chosen or as the first row names them. */
export class RowSplitter {
  #columns: PackingColumns | undefined;
  #hasBegun = false;

  constructor(columns: PackingColumns | undefined) {
    this.#columns = columns;
  }

  split(rows: readonly FileRow[]): PackingRow[] {
    const [first] = rows;
    if (!first) return [];
    this.#columns ??= columnsNamedBy(first.cells);
    const { parent, child, titled } = this.#columns;
    const left = titled && !this.#hasBegun ? rows.slice(1) : rows;
    this.#hasBegun = true;
    return left.map(({ line, cells }) => ({
      line,
      parent: (cells[parent] ?? '').trim(),
      child: (cells[child] ?? '').trim(),
    }));
  }
}

/** The texts of rows that are to be read: of packages, which come again and again, each once; then of what lies in them. */
interface RowTexts {
  readonly texts: readonly string[];
  /** Where among them the package of each row is, and what lies in that of the first row. */
  readonly parentAt: Int32Array;
  readonly firstChild: number;
}

export function textsOf(rows: readonly PackingRow[]): RowTexts {
  const places = new Map<string, number>();
  const parentAt = new Int32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const { parent } = rows[at] as PackingRow;
    let place = places.get(parent);
    if (place === undefined) {
      place = places.size;
      places.set(parent, place);
    }
    parentAt[at] = place;
  }
  const texts = [...places.keys()];
  const firstChild = texts.length;
  for (const { child } of rows) texts.push(child);
  return { texts, parentAt, firstChild };
}

/** Rows by the codes that their texts stand for; 0 stands for none. */
export function linesOf(
  rows: readonly PackingRow[],
  { parentAt, firstChild }: RowTexts,
  ids: ArrayLike<number>,
): PackingLines {
  const lines = {
    lines: new Float64Array(rows.length),
    parents: new Float64Array(rows.length),
    children: new Float64Array(rows.length),
    unread: [] as { at: number; parent: string; child: string }[],
  };
  for (let at = 0; at < rows.length; at++) {
    const { line, parent, child } = rows[at] as PackingRow;
    const isWhole = parent !== '' && child !== '';
    const parentId = isWhole ? (ids[parentAt[at] as number] ?? 0) : 0;
    const childId = isWhole ? (ids[firstChild + at] ?? 0) : 0;
    lines.lines[at] = line;
    lines.parents[at] = parentId;
    lines.children[at] = childId;
    if (parentId === 0 || childId === 0) lines.unread.push({ at, parent, child });
  }
  return lines;
}

interface Asked {
  readonly columns: PackingColumns | undefined;
  readonly ciphers: readonly RuleCipher[];
}

/** Reads lines in the thread that reads their file. */
const makeDigest: MakeDigest<Asked, PackingLines> = ({ columns, ciphers }) => {
  const splitter = new RowSplitter(columns);
  const idsOf = decipherer(ciphers);
  return (rows) => {
    const split = splitter.split(rows);
    const named = textsOf(split);
    const digest = linesOf(split, named, idsOf(named.texts));
    return { digest, transferred: [digest.lines.buffer, digest.parents.buffer, digest.children.buffer] };
  };
};
export default makeDigest;
