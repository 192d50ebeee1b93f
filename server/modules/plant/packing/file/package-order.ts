import { CodePlaces } from './code-places.ts';
import { Numbers } from './numbers.ts';

/**
 * Classes of bytes. `letter` includes digits; after a `cut`, as the slashes of a URL, a code begins anew; `mark` separates
 * cells.
 */
const kinds = { other: 0, blank: 1, letter: 2, cut: 3, mark: 4, end: 5, quote: 6, brace: 7 } as const;

const kindOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  const text = String.fromCharCode(byte);
  if (/[\r\n]/.test(text)) return kinds.end;
  if (/[,;\t]/.test(text)) return kinds.mark;
  if (/[0-9A-Za-z]/.test(text)) return kinds.letter;
  if (/[/=)]/.test(text)) return kinds.cut;
  if (text === '"') return kinds.quote;
  if (text === '{') return kinds.brace;
  return text <= ' ' ? kinds.blank : kinds.other;
});

const [lineFeed, carriageReturn, quote] = [...'\n\r"'].map((mark) => mark.charCodeAt(0)) as [number, number, number];

/** The byte order mark of UTF-8. */
const byteOrderMark = Buffer.from('\uFEFF');

/** Whether a file is gzipped or in UTF-16, so that its cells cannot be told from its bytes. */
const isOpaque = ([first, second]: Uint8Array): boolean =>
  [0x1f8b, 0xfffe, 0xfeff].includes(((first ?? 0) << 8) | (second ?? 0));

/** The last ten letters of a cell, five bits each: the last five in `low`, the five before them in `high`. */
const five = { low: 0x1ffffff, high: 0xfffffff, above: 20 } as const;

interface Most {
  /** Lines of a package: a larger one is not packed while the file is read. */
  readonly inPackage: number;
  /** Lines of a file and bytes of a line: a file with more is refused, so nothing of it may be packed before that. */
  readonly lines: number;
  readonly queued: number;
}

/**
 * Finds out from the raw bytes of a CSV file, long before its codes are deciphered, which packages have all of their lines
 * together, so that they can be packed while the file is still read. Packages are told apart by the last ten letters and digits
 * of their cell, in which a code ends whether it is bare, quoted or at the end of a URL. Two packages with the same ending are
 * taken for one, which only delays them. Usage: `add` all bytes, `end`, then `wholeUntil` for ascending lines.
 */
export class PackageOrder {
  readonly #column: number;
  readonly #most: Most;
  #places = new CodePlaces();
  /** For each package its first and its last line; the last is 0 if its lines are not together. */
  readonly #firstLines = new Numbers();
  readonly #lastLines = new Numbers();
  #lines = 0;
  #hasBegun = false;
  #isOver = false;
  /** The state of the scanner within the current line. */
  #at = {
    line: 1,
    cell: 0,
    low: 0,
    high: 0,
    isBlank: true,
    isEmpty: true,
    isQuoted: false,
    isPlain: false,
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

  /** The number of lines that are not blank. */
  get lines(): number {
    return this.#lines;
  }

  /** Scans more bytes. Returns false once the order cannot be found out from the bytes, or a limit is exceeded. */
  add(bytes: Uint8Array): boolean {
    this.#isOver ||= !this.#hasBegun && isOpaque(bytes);
    if (this.#isOver) return false;
    const isMarked = !this.#hasBegun && byteOrderMark.every((byte, at) => bytes[at] === byte);
    this.#hasBegun = true;
    const column = this.#column;
    let { line, cell, low, high, isBlank, isEmpty, isQuoted, isPlain, before, length, longest } = this.#at;
    for (let at = isMarked ? byteOrderMark.length : 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      const kind = kindOf[byte];
      length += 1;
      if (kind === kinds.letter) {
        isBlank = false;
        isEmpty = false;
        if (cell === column) {
          high = ((high << 5) | (low >>> five.above)) & five.high;
          low = ((low << 5) | (byte & 0x1f)) & five.low;
        }
      } else if (kind === kinds.mark) {
        if (!isQuoted) {
          cell += 1;
          isEmpty = true;
        } else if (isPlain) {
          return this.#end();
        }
      } else if (kind === kinds.quote) {
        // A quote inside unquoted text quotes nothing, unless it is the second of two.
        if (!isQuoted && before !== quote) isPlain = !isEmpty;
        isQuoted = !isQuoted;
        isEmpty = false;
      } else if (kind === kinds.end && (byte !== lineFeed || before !== carriageReturn)) {
        // A quoted cell goes on over the end of the line.
        if (isQuoted) return this.#end();
        if (!isBlank) this.#endLine(line, low, high);
        if (length > longest) longest = length;
        line += 1;
        length = 0;
        cell = 0;
        low = 0;
        high = 0;
        isBlank = true;
        isEmpty = true;
      } else if (kind === kinds.other || kind === kinds.cut || kind === kinds.brace) {
        // JSON lines.
        if (kind === kinds.brace && isBlank) return this.#end();
        if (kind === kinds.cut && cell === column) {
          low = 0;
          high = 0;
        }
        isBlank = false;
        isEmpty = false;
      }
      before = byte;
    }
    if (length > longest) longest = length;
    this.#at = { line, cell, low, high, isBlank, isEmpty, isQuoted, isPlain, before, length, longest };
    return line <= this.#most.lines && longest <= this.#most.queued;
  }

  /** Ends the scan. Returns false if the order cannot be found out. */
  end(): boolean {
    const { line, low, high, isBlank, isQuoted } = this.#at;
    if (this.#isOver || isQuoted) return this.#end();
    if (!isBlank) this.#endLine(line, low, high);
    // Frees the hash table, which is not needed while the file is read.
    this.#places = new CodePlaces();
    return true;
  }

  /** After `end`, for ascending lines: the last line of the package that begins on `line`, if its lines are together; else 0. */
  wholeUntil(line: number): number {
    const first = this.#firstLines;
    while (this.#next < first.length && first.at(this.#next) < line) this.#next += 1;
    return this.#next < first.length && first.at(this.#next) === line ? this.#lastLines.at(this.#next) : 0;
  }

  #end(): false {
    this.#isOver = true;
    return false;
  }

  #endLine(line: number, low: number, high: number): void {
    this.#lines += 1;
    // 0 is no package.
    const key = high * (five.low + 1) + low || 1;
    const { met } = this.#places;
    const place = this.#places.placeOf(key);
    if (place === met) {
      this.#firstLines.push(line);
      this.#lastLines.push(line);
      this.#last = { place, lines: 1 };
      return;
    }
    const lines = place === this.#last.place ? this.#last.lines + 1 : 1;
    const isWhole = this.#lastLines.at(place) !== 0 && lines > 1 && lines <= this.#most.inPackage;
    this.#lastLines.put(place, isWhole ? line : 0);
    this.#last = { place, lines };
  }
}
