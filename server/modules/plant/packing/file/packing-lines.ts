import type { PackingColumns } from '@suyuan/contract/plant/task.ts';
import { decipherer, type RuleCipher, type StatedText } from '#identity/deciphering.ts';
import type { FileRow } from '#platform/files/file-limits.ts';
import type { MakeDigest } from '#platform/files/read-worker.ts';

/** Lines of a packing file, column by column. A code that could not be read is 0, as is an empty cell. */
export interface PackingLines {
  readonly lines: Float64Array<ArrayBuffer>;
  readonly parents: Float64Array<ArrayBuffer>;
  readonly children: Float64Array<ArrayBuffer>;
  /** The texts of lines that could not be read, with their index in the columns. */
  readonly unread: readonly UnreadRow[];
  /** The codes that were read of texts with a GTIN. */
  readonly stated: readonly StatedText[];
}

interface UnreadRow {
  readonly at: number;
  readonly parent: string;
  readonly child: string;
}

/** The texts of some rows, column by column. */
interface PackingRows {
  readonly lines: Float64Array<ArrayBuffer>;
  readonly parents: readonly string[];
  readonly children: readonly string[];
}

/** Takes the two columns out of rows, without the title line. */
export class RowSplitter {
  readonly #columns: PackingColumns;
  #hasBegun = false;

  constructor(columns: PackingColumns) {
    this.#columns = columns;
  }

  split(rows: readonly FileRow[]): PackingRows {
    const { parent, child, titled } = this.#columns;
    const lines = titled && !this.#hasBegun ? rows.slice(1) : rows;
    this.#hasBegun ||= rows.length > 0;
    return {
      lines: Float64Array.from(lines, ({ line }) => line),
      parents: lines.map(({ cells }) => (cells[parent] ?? '').trim()),
      children: lines.map(({ cells }) => (cells[child] ?? '').trim()),
    };
  }
}

/** The texts to be resolved: each parent once, since it repeats from line to line, and then all children. */
interface RowTexts {
  readonly texts: readonly string[];
  /** The index in `texts` of the parent of each row, and of the child of the first row. */
  readonly parentAt: Int32Array;
  readonly firstChild: number;
}

export function textsOf({ parents, children }: PackingRows): RowTexts {
  const places = new Map<string, number>();
  const parentAt = new Int32Array(parents.length);
  for (let at = 0; at < parents.length; at++) {
    const parent = parents[at] as string;
    // Mostly the same package as on the line before.
    parentAt[at] =
      at > 0 && parent === parents[at - 1]
        ? (parentAt[at - 1] as number)
        : places.getOrInsertComputed(parent, () => places.size);
  }
  return { texts: [...places.keys(), ...children], parentAt, firstChild: places.size };
}

/** Rows with code ids in place of texts; 0 for a text that is no code. */
export function linesOf(
  { lines, parents, children }: PackingRows,
  { parentAt, firstChild }: RowTexts,
  { ids, stated }: { readonly ids: ArrayLike<number>; readonly stated: readonly StatedText[] },
): PackingLines {
  const result = {
    lines,
    parents: new Float64Array(lines.length),
    children: new Float64Array(lines.length),
    unread: [] as UnreadRow[],
    stated,
  };
  for (let at = 0; at < lines.length; at++) {
    const [parent, child] = [parents[at] as string, children[at] as string];
    // A line without a child still names its package, which lacks that child.
    const parentId = parent === '' ? 0 : (ids[parentAt[at] as number] ?? 0);
    const childId = parent === '' || child === '' ? 0 : (ids[firstChild + at] ?? 0);
    result.parents[at] = parentId;
    result.children[at] = childId;
    if (parentId === 0 || childId === 0) result.unread.push({ at, parent, child });
  }
  return result;
}

interface DigestInput {
  readonly columns: PackingColumns;
  readonly ciphers: readonly RuleCipher[];
}

/** Runs in the worker thread that reads the file: splits rows and deciphers their codes there. */
const makeDigest: MakeDigest<DigestInput, PackingLines> = ({ columns, ciphers }) => {
  const splitter = new RowSplitter(columns);
  const idsOf = decipherer(ciphers);
  return (rows) => {
    const split = splitter.split(rows);
    const texts = textsOf(split);
    const digest = linesOf(split, texts, idsOf(texts.texts));
    return { digest, transferred: [digest.lines.buffer, digest.parents.buffer, digest.children.buffer] };
  };
};
export default makeDigest;
