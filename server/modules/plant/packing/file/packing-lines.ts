import type { PackingColumns } from '../../../../../contract/plant/task.ts';
import { decipherer, type RuleCipher } from '../../../../identity/deciphering.ts';
import type { FileRow } from '../../../../platform/files/file-limits.ts';
import type { MakeDigest } from '../../../../platform/files/read-worker.ts';

/** Lines of a packing file, column by column: a code that could not be read is 0, as are both of a line that has only one. */
export interface PackingLines {
  readonly lines: Float64Array<ArrayBuffer>;
  readonly parents: Float64Array<ArrayBuffer>;
  readonly children: Float64Array<ArrayBuffer>;
  /** The texts of lines that were not read whole, by their place among these. */
  readonly unread: readonly { readonly at: number; readonly parent: string; readonly child: string }[];
}

/** The texts of some rows, column by column. */
interface PackingRows {
  readonly lines: Float64Array<ArrayBuffer>;
  readonly parents: readonly string[];
  readonly children: readonly string[];
}

/** Takes the two columns out of rows. */
export class RowSplitter {
  readonly #columns: PackingColumns;
  #hasBegun = false;

  constructor(columns: PackingColumns) {
    this.#columns = columns;
  }

  split(rows: readonly FileRow[]): PackingRows {
    const { parent, child, titled } = this.#columns;
    const left = titled && !this.#hasBegun ? rows.slice(1) : rows;
    this.#hasBegun ||= rows.length > 0;
    return {
      lines: Float64Array.from(left, ({ line }) => line),
      parents: left.map(({ cells }) => (cells[parent] ?? '').trim()),
      children: left.map(({ cells }) => (cells[child] ?? '').trim()),
    };
  }
}

/** The texts of rows that are to be read: of packages, which come again and again, each once; then of what lies in them. */
interface RowTexts {
  readonly texts: readonly string[];
  /** Where among them the package of each row is, and what lies in that of the first row. */
  readonly parentAt: Int32Array;
  readonly firstChild: number;
}

export function textsOf({ parents, children }: PackingRows): RowTexts {
  const places = new Map<string, number>();
  const parentAt = new Int32Array(parents.length);
  for (let at = 0; at < parents.length; at++) {
    const parent = parents[at] as string;
    // Lines of a package mostly follow one another.
    parentAt[at] =
      at > 0 && parent === parents[at - 1]
        ? (parentAt[at - 1] as number)
        : places.getOrInsertComputed(parent, () => places.size);
  }
  return { texts: [...places.keys(), ...children], parentAt, firstChild: places.size };
}

/** Rows by the codes that their texts stand for; 0 stands for none. */
export function linesOf(
  { lines, parents, children }: PackingRows,
  { parentAt, firstChild }: RowTexts,
  ids: ArrayLike<number>,
): PackingLines {
  const read = {
    lines,
    parents: new Float64Array(lines.length),
    children: new Float64Array(lines.length),
    unread: [] as { at: number; parent: string; child: string }[],
  };
  for (let at = 0; at < lines.length; at++) {
    const [parent, child] = [parents[at] as string, children[at] as string];
    const isWhole = parent !== '' && child !== '';
    const parentId = isWhole ? (ids[parentAt[at] as number] ?? 0) : 0;
    const childId = isWhole ? (ids[firstChild + at] ?? 0) : 0;
    read.parents[at] = parentId;
    read.children[at] = childId;
    if (parentId === 0 || childId === 0) read.unread.push({ at, parent, child });
  }
  return read;
}

interface Asked {
  readonly columns: PackingColumns;
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
