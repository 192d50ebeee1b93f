import { CodePlaces } from './code-places.ts';
import { Numbers } from './numbers.ts';

const [lineFeed, carriageReturn, quote, comma, semicolon, tab, brace] = [...'\n\r",;\t{'].map((mark) =>
  mark.charCodeAt(0),
) as [number, number, number, number, number, number, number];

/** Packed with gzip, in UTF-16, or objects of JSON: what the cells of such lines are is not seen by their bytes. */
const isVeiled = ([first, second]: Uint8Array): boolean =>
  first === brace || [0x1f8b, 0xfffe, 0xfeff].includes(((first ?? 0) << 8) | (second ?? 0));

/** FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
const fnv = { basis: 0x811c9dc5, prime: 0x01000193 };
/** Another one, begun elsewhere, so that two texts are taken for one package hardly ever. */
const otherBasis = 0x7ee3d4a1;

interface Most {
  /** Lines of a package: one of more is not waited for. */
  readonly inPackage: number;
  /** Lines of a file, and bytes of a line: a file with more is refused as a whole, and nothing of it is packed before that. */
  readonly lines: number;
  readonly inLine: number;
}

/**
 * Tells by the bytes of a file, long before its codes are read, which packages are whole where the next one begins: those that
 * are named on lines that follow one another, and on no others. Packages are told apart as they are written, in the column
 * where they stand.
 */
export class PackageOrder {
  readonly #column: number;
  readonly #most: Most;
  readonly #places = new CodePlaces();
  /** Of each package the line that names it first, and whether it is whole. */
  readonly #firstLines = new Numbers();
  readonly #isWhole = new Numbers();
  #lines = 0;
  #isVeiled: boolean | undefined;
  /** What is known of the line that is looked at. */
  #at = {
    line: 1,
    cell: 0,
    low: fnv.basis,
    high: otherBasis,
    isQuoted: false,
    isBlank: true,
    before: 0,
    length: 0,
    longest: 0,
  };
  #last = { place: -1, lines: 0 };
  #next = 0;

  constructor(column: number, most: Most) {
    this.#column = column;
    this.#most = most;
  }

  /** Lines with anything on them. */
  get lines(): number {
    return this.#lines;
  }

  /** Looks at some more bytes; false when nothing can be told of them. */
  add(bytes: Uint8Array): boolean {
    this.#isVeiled ??= isVeiled(bytes);
    if (this.#isVeiled) return false;
    const column = this.#column;
    let { line, cell, low, high, isQuoted, isBlank, before, length, longest } = this.#at;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      length += 1;
      if (byte === lineFeed || byte === carriageReturn) {
        if (byte === carriageReturn || before !== carriageReturn) {
          if (!isBlank) this.#endLine(line, low, high);
          if (length > longest) longest = length;
          line += 1;
          length = 0;
          cell = 0;
          low = fnv.basis;
          high = otherBasis;
          isQuoted = false;
          isBlank = true;
        }
      } else if (!isQuoted && (byte === comma || byte === semicolon || byte === tab)) {
        cell += 1;
      } else {
        if (byte === quote) isQuoted = !isQuoted;
        isBlank = false;
        if (cell === column) {
          low = Math.imul(low ^ byte, fnv.prime);
          high = Math.imul(high ^ byte, fnv.prime);
        }
      }
      before = byte;
    }
    if (length > longest) longest = length;
    this.#at = { line, cell, low, high, isQuoted, isBlank, before, length, longest };
    return line <= this.#most.lines && longest <= this.#most.inLine;
  }

  /** There are no more bytes. */
  end(): void {
    const { line, low, high, isBlank } = this.#at;
    if (!isBlank) this.#endLine(line, low, high);
  }

  /** After the end, of one line after another: whether the package that this line begins is whole when another one begins. */
  isWholeFrom(line: number): boolean {
    const first = this.#firstLines.all();
    while (this.#next < first.length && (first[this.#next] as number) < line) this.#next += 1;
    return first[this.#next] === line && this.#isWhole.all()[this.#next] === 1;
  }

  #endLine(line: number, low: number, high: number): void {
    this.#lines += 1;
    // 0 is no package.
    const key = (high & 0x1fffff) * 2 ** 32 + (low >>> 0) || 1;
    const { met } = this.#places;
    const place = this.#places.placeOf(key);
    if (place === met) {
      this.#firstLines.push(line);
      this.#isWhole.push(1);
    } else if (place !== this.#last.place) {
      this.#isWhole.all()[place] = 0;
    }
    this.#last = { place, lines: place === this.#last.place ? this.#last.lines + 1 : 1 };
    if (this.#last.lines > this.#most.inPackage) this.#isWhole.all()[place] = 0;
  }
}
