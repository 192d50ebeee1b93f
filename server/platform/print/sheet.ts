import PDFDocument from 'pdfkit';
import type { Account, Caller } from '../caller.ts';
import type { LongAnswers } from '../spool/long-answers.ts';
import { printedMoment } from './moment.ts';
import { drawWords, widthOfWords } from './words.ts';

/** Points per millimetre. */
const mm = 72 / 25.4;
const page = { width: 210 * mm, height: 297 * mm, margin: 20 * mm };
/** The width of the titles of facts. */
const titleWidth = 110;

/** Somebody who signs a paper. */
export interface Signatory {
  /** In which capacity. */
  readonly title: string;
  readonly name: string | null;
  readonly at: Date | null;
  readonly note?: string | null;
}

/** Sends a paper as PDF, named by its number. */
export async function sendSheet(
  { answers }: { readonly answers: LongAnswers },
  caller: Caller<Account>,
  number: string,
  draw: (sheet: Sheet) => void,
): Promise<void> {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(number)}.pdf`;
  const make = async function* () {
    yield await drawnSheet(number, draw);
  };
  await answers.send(caller, { type: 'application/pdf', disposition }, make);
}

function drawnSheet(title: string, draw: (sheet: Sheet) => void): Promise<Uint8Array> {
  const doc = new PDFDocument({ size: 'A4', margin: 0, info: { Title: title } });
  const chunks: Buffer[] = [];
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.once('end', () => resolve(Buffer.concat(chunks)));
    doc.once('error', reject);
  });
  draw(new Sheet(doc));
  doc.end();
  return whole;
}

/** A paper of one or more A4 pages, filled from the top: headings, facts, tables, and room for signatures. */
export class Sheet {
  readonly #doc: PDFKit.PDFDocument;
  #y = page.margin + 16;

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  /** What the paper is, and its number. */
  title(kind: string, number: string): void {
    this.#words(kind, page.margin, 18);
    this.#words(number, page.width - page.margin - widthOfWords(this.#doc, number, 12), 12);
    this.#y += 12;
    this.#rule(1);
    this.#y += 24;
  }

  heading(words: string, size = 12): void {
    this.#room(60);
    this.#words(words, page.margin, size);
    this.#y += size + 8;
  }

  /** Facts, each on a line of its own; those without a value are left out. */
  facts(facts: readonly (readonly [title: string, value: string | null])[]): void {
    for (const [title, value] of facts) {
      if (!value) continue;
      this.#room(18);
      this.#words(title, page.margin, 10);
      for (const line of this.#linesOf(value, page.width - 2 * page.margin - titleWidth)) {
        this.#room(18);
        this.#words(line, page.margin + titleWidth, 10);
        this.#y += 18;
      }
    }
    this.#y += 12;
  }

  /** Text over the whole width, wrapped. */
  text(words: string): void {
    for (const line of this.#linesOf(words, page.width - 2 * page.margin)) {
      this.#room(18);
      this.#words(line, page.margin, 10);
      this.#y += 18;
    }
  }

  rule(width = 0.5): void {
    this.#rule(width);
    this.#y += 16;
  }

  /** A table: the first column is aligned left, and wrapped in a table of many columns, the others right. `sums` are rows below a rule. */
  table(titles: readonly string[], rows: readonly (readonly string[])[], sums: readonly (readonly string[])[] = []) {
    this.#row(titles);
    this.rule();
    for (const row of rows) this.#row(row);
    if (sums.length > 0) this.rule();
    for (const row of sums) this.#row(row);
    this.#y += 24;
  }

  /** Names and times of those who sign, side by side, with a line for each to sign on; `below` names the line. */
  signatures(sides: readonly Signatory[], below: string, timeZone: string): void {
    this.#room(130);
    const width = (page.width - 2 * page.margin) / sides.length;
    const top = this.#y;
    sides.forEach(({ title, name, at, note }, side) => {
      const left = page.margin + side * width;
      this.#y = top;
      this.#words(`${title}: ${name ?? ''}`, left, 10);
      this.#y += 18;
      this.#words(printedMoment(at, timeZone), left, 10);
      this.#y += 18;
      if (note) this.#words(note, left, 10);
      this.#y += 42;
      this.#doc
        .moveTo(left, this.#y)
        .lineTo(left + width - 24, this.#y)
        .lineWidth(0.5)
        .stroke();
      this.#y += 14;
      this.#words(below, left, 8);
    });
    this.#y += 24;
  }

  #row(cells: readonly string[]): void {
    this.#room(18);
    const width = (page.width - 2 * page.margin) / cells.length;
    const [first = '', ...others] = cells;
    // Half as wide again for the first column, which has names.
    const wide = cells.length > 4 ? width * 2 : width;
    const narrow = (page.width - 2 * page.margin - wide) / Math.max(1, others.length);
    const [line = '', ...further] = cells.length > 4 ? this.#linesOf(first, wide - 6) : [first];
    this.#words(line, page.margin, 10);
    others.forEach((cell, at) => {
      const right = page.margin + wide + (at + 1) * narrow - widthOfWords(this.#doc, cell, 10);
      this.#words(cell, right, 10);
    });
    this.#y += 18;
    for (const rest of further) {
      this.#words(rest, page.margin, 10);
      this.#y += 18;
    }
  }

  /** Begins another page if so much does not fit on this one. */
  #room(height: number): void {
    if (this.#y + height <= page.height - page.margin) return;
    this.#doc.addPage({ size: 'A4', margin: 0 });
    this.#y = page.margin + 16;
  }

  #words(words: string, left: number, size: number): void {
    drawWords(this.#doc, words, left, this.#y, size);
  }

  #rule(width: number): void {
    const y = this.#y - 8;
    this.#doc
      .moveTo(page.margin, y)
      .lineTo(page.width - page.margin, y)
      .lineWidth(width)
      .stroke();
  }

  /** Wraps a text to a width, at any character. */
  #linesOf(words: string, width: number): string[] {
    const lines = [''];
    for (const character of words.replaceAll(/\s+/g, ' ')) {
      const line = `${lines.at(-1)}${character}`;
      if (widthOfWords(this.#doc, line, 10) <= width) lines[lines.length - 1] = line;
      else lines.push(character.trim());
    }
    return lines;
  }
}
