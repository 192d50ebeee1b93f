import { CodePlaces } from './code-places.ts';
import { Numbers } from './numbers.ts';

/** What a file says lies in one package, with the lines that say it. */
export interface FiledPackage {
  readonly parent: number;
  readonly children: readonly number[];
  /** The line of each child. */
  readonly lines: readonly number[];
  /** Lines of it that could not be read: with one of them none of it is taken. */
  readonly unread: number;
}

/**
 * Lines of a file, to be told by their packages. A file may have millions, all of one package or each of its own: they are
 * kept as columns of numbers, which need no room where objects live.
 */
export class FiledLines {
  readonly #places = new CodePlaces();
  readonly #parents = new Numbers();
  readonly #unread = new Numbers();
  readonly #packageOf = new Numbers();
  readonly #children = new Numbers();
  readonly #lines = new Numbers();

  /** A line that says that something lies in a package; 0 is what could not be read. */
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

  /** The packages, each made when it is asked for: those of lower levels first, of a level as the file names them. */
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

/** Some numbers of a column: one by one, as what goes through its iterator is each put into an object. */
function listed(column: Float64Array, from: number, to: number): number[] {
  const numbers: number[] = [];
  for (let at = from; at < to; at++) numbers.push(column[at] as number);
  return numbers;
}

/** The places of packages, those of lower levels first. */
function inOrder(levels: Int8Array): Int32Array {
  const order = new Int32Array(levels.length);
  let next = 0;
  for (const level of [...new Set(levels)].sort((a, b) => a - b)) {
    for (let place = 0; place < levels.length; place++) if (levels[place] === level) order[next++] = place;
  }
  return order;
}

interface Columns {
  /** Where the lines of each package begin, and where those of the last one end. */
  readonly begins: Int32Array;
  readonly children: Float64Array;
  readonly lines: Float64Array;
}

/** The lines, those of a package one after the other. */
function byPackage(packages: number, packageOf: Float64Array, children: Float64Array, lines: Float64Array): Columns {
  const begins = new Int32Array(packages + 1);
  for (const place of packageOf) begins[place + 1] = (begins[place + 1] as number) + 1;
  for (let place = 0; place < packages; place++)
    begins[place + 1] = (begins[place + 1] as number) + (begins[place] as number);
  const next = begins.slice();
  const sorted = { begins, children: new Float64Array(children.length), lines: new Float64Array(lines.length) };
  for (let at = 0; at < packageOf.length; at++) {
    const place = packageOf[at] as number;
    const to = next[place] as number;
    next[place] = to + 1;
    sorted.children[to] = children[at] as number;
    sorted.lines[to] = lines[at] as number;
  }
  return sorted;
}
