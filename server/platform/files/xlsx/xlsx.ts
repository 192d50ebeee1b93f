import { badFile, type FileRow, tableLimits, tooMuchInFile } from '../file-limits.ts';
import { Archive } from '../unpack.ts';
import { cellText } from './cell-value.ts';
import { openWorkbook, StringItem, type Workbook } from './workbook.ts';
import { type XmlHandler, xmlPieces } from './xml.ts';

/** Streams the rows of the first visible sheet, including empty ones. */
export async function* xlsxRows(path: string): AsyncGenerator<FileRow> {
  const archive = await Archive.open(path);
  try {
    const sheet = new Sheet(await openWorkbook(archive));
    for await (const _ of xmlPieces(archive.part(sheet.book.sheet), sheet)) yield* sheet.rows.splice(0);
    yield* sheet.rows;
  } finally {
    await archive.close();
  }
}

/** Handles the tags of a sheet. It holds the rows of one piece and the current row only. */
class Sheet implements XmlHandler {
  readonly book: Workbook;
  readonly rows: FileRow[] = [];
  #line = 0;
  #cells: string[] | undefined;
  #column = 0;
  /** The number of `<c>` elements in the row, whatever columns they name. */
  #count = 0;
  #inCell = false;
  #inValue = false;
  #type = '';
  #style = -1;
  #value = '';
  readonly #inline = new StringItem();

  constructor(book: Workbook) {
    this.book = book;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#openRow(attributes.r);
    else if (!this.#cells) return;
    else if (name === 'c') this.#openCell(attributes);
    else if (!this.#inCell) return;
    else if (name === 'v') this.#inValue = true;
    else this.#inline.open(name);
  }

  text(text: string): void {
    if (!this.#inCell) return;
    if (this.#inValue) this.#value += text;
    else this.#inline.add(text);
    if (this.#value.length > 8 * tableLimits.cell) throw tooMuchInFile();
  }

  close(name: string): void {
    if (name === 'row') this.#closeRow();
    else if (!this.#inCell) return;
    else if (name === 'c') this.#closeCell();
    else if (name === 'v') this.#inValue = false;
    else this.#inline.close(name);
  }

  /** Opens a row. Row numbers must increase; a row without one follows the previous row. */
  #openRow(number: string | undefined): void {
    const line = number === undefined ? this.#line + 1 : Number(number);
    const follows = Number.isSafeInteger(line) && line > this.#line && line <= tableLimits.sheetRows;
    if (this.#cells || !follows) throw badFile('unreadable_table');
    this.#line = line;
    this.#cells = [];
    this.#column = 0;
    this.#count = 0;
  }

  #closeRow(): void {
    if (this.#cells) this.rows.push({ line: this.#line, cells: Array.from(this.#cells, (cell) => cell ?? '') });
    this.#cells = undefined;
  }

  #openCell({ r, t = '', s }: Readonly<Record<string, string>>): void {
    this.#count += 1;
    if (this.#inCell || this.#count > tableLimits.sheetColumns) throw badFile('unreadable_table');
    this.#inCell = true;
    if (r !== undefined) this.#column = columnOf(r);
    this.#type = t;
    this.#style = s === undefined ? -1 : Number(s);
    this.#value = '';
  }

  /** Closes a cell. Empty cells with only a style are not stored, wherever they are. */
  #closeCell(): void {
    this.#inCell = false;
    this.#inValue = false;
    const [type, style, value, inline] = [this.#type, this.#style, this.#value, this.#inline.take()];
    const text = cellText({ type, style, value, inline }, this.book);
    if (text !== '') {
      if (this.#column >= tableLimits.columns) {
        throw badFile('too_many_columns', { line: this.#line, limit: tableLimits.columns });
      }
      (this.#cells as string[])[this.#column] = text;
    }
    this.#column += 1;
  }
}

/** `A1` is in column 0, `XFD1048576` in column 16 383. */
function columnOf(reference: string): number {
  const letters = /^\$?([A-Z]{1,3})\$?\d{1,7}$/i.exec(reference)?.[1];
  if (letters === undefined) throw badFile('unreadable_table');
  return [...letters.toUpperCase()].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
