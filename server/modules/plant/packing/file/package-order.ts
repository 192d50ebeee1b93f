import { CodePlaces } from './code-places.ts';
import { Numbers } from './numbers.ts';

/** What a byte is in a line; a digit is a letter, and a code begins anew after what cuts. */
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

/** The mark of UTF-8, which a file may begin with. */
const byteOrderMark = Buffer.from('\uFEFF');

/** Packed with gzip, or in UTF-16: what the cells of such lines are is not seen by their bytes. */
const isVeiled = ([first, second]: Uint8Array): boolean =>
  [0x1f8b, 0xfffe, 0xfeff].includes(((first ?? 0) << 8) | (second ?? 0));

/** The last five letters of a cell, and the five before them, as numbers of five bits each. */
const five = { low: 0x1ffffff, high: 0xfffffff, above: 20 } as const;

interface Most {
  /** Lines of a package: one of more is not waited for. */
  readonly inPackage: number;
  /** Lines of a file, and bytes of a line: a file with more is refused as a whole, and nothing of it is packed before that. */
  readonly lines: number;
  readonly inLine: number;
}

/**
 * Tells by the bytes of a file, long before its codes are read, which packages are whole where the next one begins: those that
 * are named on lines that follow one another, and on no others. Packages are told apart by the last ten letters and digits of
 * the cell where they stand: a code ends in them, whether it is written by itself, quoted or at the end of a URL. Two that end in
 * the same are taken for one, which is then read later than it could be.
 */
export class PackageOrder {
  readonly #column: number;
  readonly #most: Most;
  #places = new CodePlaces();
  /** Of each package the line that names it first, and the last one; 0 where it is not whole. */
  readonly #firstLines = new Numbers();
  readonly #lastLines = new Numbers();
  #lines = 0;
  #hasBegun = false;
  #isOver = false;
  /** What is known of the line that is looked at. */
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

  /** Lines with anything on them. */
  get lines(): number {
    return this.#lines;
  }

  /** Looks at some more bytes; false when there is no use in more of them: what cells are is not seen by them. */
  add(bytes: Uint8Array): boolean {
    this.#isOver ||= !this.#hasBegun && isVeiled(bytes);
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
        // One within a text quotes nothing, unless it is the second of two.
        if (!isQuoted && before !== quote) isPlain = !isEmpty;
        isQuoted = !isQuoted;
        isEmpty = false;
      } else if (kind === kinds.end && (byte !== lineFeed || before !== carriageReturn)) {
        // It was none that closes.
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
        // An object of JSON.
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
    return line <= this.#most.lines && longest <= this.#most.inLine;
  }

  /** There are no more bytes; false when it cannot be told. */
  end(): boolean {
    const { line, low, high, isBlank, isQuoted } = this.#at;
    if (this.#isOver || isQuoted) return this.#end();
    if (!isBlank) this.#endLine(line, low, high);
    // Millions of packages are not held while the file is read.
    this.#places = new CodePlaces();
    return true;
  }

  /** After the end, of one line after another: the last line of the package that it begins, if that is whole then; else 0. */
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
