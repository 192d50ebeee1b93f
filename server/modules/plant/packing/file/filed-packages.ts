import { CodePlaces } from './code-places.ts';
import { Numbers } from './numbers.ts';

/** A package as a file describes it, with the line of each child. */
export interface FiledPackage {
  readonly parent: number;
  readonly children: readonly number[];
  /** The line of each child. */
  readonly lines: readonly number[];
  /** How many of its lines could not be read: if any, the package is not packed. */
  readonly unread: number;
}

/**
 * Groups lines of a file by package. A file may have millions of lines, all of one package or each of its own, so they are kept
 * as columns of numbers outside the heap.
 */
export class FiledLines {
  readonly #places = new CodePlaces();
  readonly #parents = new Numbers();
  readonly #unread = new Numbers();
  readonly #packageOf = new Numbers();
  readonly #children = new Numbers();
  readonly #lines = new Numbers();

  /** Adds a line: `child` lies in `parent`; 0 is a child that could not be read. */
  add(parent: number, child: number, line: number): void {
    const { met } = this.#places;
    const place = this.#places.placeOf(parent);
    if (place === met) {
      this.#parents.push(parent);
      this.#unread.push(0);
    }
    if (child === 0) {
      const unread = this.#unread.all();
      unread[place] = (unread[place] as number) + 1;
      return;
    }
    this.#packageOf.push(place);
    this.#children.push(child);
    this.#lines.push(line);
  }

  /** Yields the packages, lower levels first, and in the order of the file within a level. */
  *packages(levelOf: (code: number) => number): Generator<FiledPackage> {
    const [parents, unread] = [this.#parents.all(), this.#unread.all()];
    const { begins, children, lines } = byPackage(
      parents.length,
      this.#packageOf.all(),
      this.#children.all(),
      this.#lines.all(),
    );
    for (const place of inOrder(Int8Array.from(parents, levelOf))) {
      const [from, to] = [begins[place] as number, begins[place + 1] as number];
      yield {
        parent: parents[place] as number,
        children: listed(children, from, to),
        lines: listed(lines, from, to),
        unread: unread[place] as number,
      };
    }
  }
}

/** A slice of a column as an array. A plain loop, since the iterator of a typed array allocates an object for each number. */
function listed(column: Float64Array, from: number, to: number): number[] {
  const numbers: number[] = [];
  for (let at = from; at < to; at++) numbers.push(column[at] as number);
  return numbers;
}

/** The indices of packages, stably sorted by level. */
function inOrder(levels: Int8Array): Int32Array {
  const order = new Int32Array(levels.length);
  let next = 0;
  for (const level of [...new Set(levels)].sort((a, b) => a - b)) {
    for (let place = 0; place < levels.length; place++) if (levels[place] === level) order[next++] = place;
  }
  return order;
}

interface Columns {
  /** Where the lines of each package begin; one more entry marks the end of the last one. */
  readonly begins: Int32Array;
  readonly children: Float64Array;
  readonly lines: Float64Array;
}

/** Sorts lines by package (counting sort). */
function byPackage(packages: number, packageOf: Float64Array, children: Float64Array, lines: Float64Array): Columns {
  const begins = new Int32Array(packages + 1);
  for (const place of packageOf) begins[place + 1] = (begins[place + 1] as number) + 1;
  for (let place = 0; place < packages; place++)
    begins[place + 1] = (begins[place + 1] as number) + (begins[place] as number);
  const next = begins.slice();
  const columns = { begins, children: new Float64Array(children.length), lines: new Float64Array(lines.length) };
  for (let at = 0; at < packageOf.length; at++) {
    const place = packageOf[at] as number;
    const to = next[place] as number;
    next[place] = to + 1;
    columns.children[to] = children[at] as number;
    columns.lines[to] = lines[at] as number;
  }
  return columns;
}
