import PDFDocument from 'pdfkit';
import type { Account, Caller } from '#platform/caller.ts';
import { type Language, listText, text } from '#platform/language.ts';
import { printedMoment } from '#platform/print/moment.ts';
import { drawWords, widthOfWords } from '#platform/print/words.ts';
import type { Services } from '#platform/services.ts';
import { type Paper, sumOf } from './handover-paper.ts';

/** Sends the paper as PDF, in the caller's language and the enterprise's time zone. */
export async function sendPaper({ answers, timeZone }: Services, caller: Caller<Account>, paper: Paper): Promise<void> {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(paper.handover_no)}.pdf`;
  const make = async function* () {
    yield await drawPaper(paper, caller.language, timeZone());
  };
  await answers.send(caller, { type: 'application/pdf', disposition }, make);
}

/** Points per millimetre. */
const mm = 72 / 25.4;
const page = { width: 210 * mm, height: 297 * mm, margin: 20 * mm };

function drawPaper(paper: Paper, language: Language, timeZone: string): Promise<Uint8Array> {
  const doc = new PDFDocument({ size: 'A4', margin: 0, info: { Title: paper.handover_no } });
  const chunks: Buffer[] = [];
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.once('end', () => resolve(Buffer.concat(chunks)));
    doc.once('error', reject);
  });
  new Sheet(doc, language, timeZone).draw(paper);
  doc.end();
  return whole;
}

class Sheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #language: Language;
  readonly #timeZone: string;
  #y = page.margin + 16;

  constructor(doc: PDFKit.PDFDocument, language: Language, timeZone: string) {
    this.#doc = doc;
    this.#language = language;
    this.#timeZone = timeZone;
  }

  draw(paper: Paper): void {
    this.#title(paper);
    this.#withdrawn(paper);
    this.#facts(paper);
    this.#goods(paper);
    this.#signatures(paper);
  }

  #title({ handover_no }: Paper): void {
    this.#words(text(this.#language, 'menu.connect'), page.margin, 18);
    const width = widthOfWords(this.#doc, handover_no, 12);
    this.#words(handover_no, page.width - page.margin - width, 12);
    this.#y += 12;
    this.#rule(1);
    this.#y += 24;
  }

  /** Prints the withdrawal prominently, so that the paper cannot be mistaken for a valid one. */
  #withdrawn({ status, withdrawn_name, withdrawn_at, withdrawal_reason }: Paper): void {
    if (status !== 'withdrawn') return;
    this.#words(text(this.#language, 'connect.status.withdrawn'), page.margin, 16);
    this.#y += 24;
    this.#lines([
      ['withdrawn_by', withdrawn_name],
      ['withdrawn_at', printedMoment(withdrawn_at, this.#timeZone)],
      ['withdrawal_reason', withdrawal_reason],
    ]);
    this.#rule(1);
    this.#y += 16;
  }

  #facts(paper: Paper): void {
    this.#lines([
      ['order_no', paper.order_no],
      ['product_name', `${paper.product_name} (${paper.product_code})${paper.spec ? ` ${paper.spec}` : ''}`],
      ['lot', paper.lot],
      ['production_date', paper.production_date],
      ['line_name', paper.line_name],
      ['warehouse_name', paper.warehouse_name],
      ['created_at', printedMoment(paper.created_at, this.#timeZone)],
      ['remark', paper.remark],
    ]);
  }

  #lines(facts: readonly (readonly [name: string, value: string | null])[]): void {
    for (const [name, value] of facts) {
      if (!value) continue;
      this.#words(this.#label(name), page.margin, 10);
      for (const line of linesOf(
        value,
        (part) => widthOfWords(this.#doc, part, 10),
        page.width - 2 * page.margin - 110,
      )) {
        this.#words(line, page.margin + 110, 10);
        this.#y += 18;
      }
    }
    this.#y += 12;
  }

  #goods({ levels, off }: Paper): void {
    this.#row(['level', 'packages', 'remainders', 'units'].map((name) => this.#label(name)));
    this.#rule(0.5);
    this.#y += 16;
    for (const level of levels) {
      const name = this.#label(`level.${level.level}`);
      this.#row([name, ...[level.packages, level.remainders, level.units].map(String)]);
    }
    this.#rule(0.5);
    this.#y += 16;
    const sums = (['packages', 'remainders', 'units'] as const).map((key) => `${sumOf(levels, key)}`);
    this.#row([text(this.#language, 'report.total'), ...sums]);
    if (off > 0) this.#row([text(this.#language, 'connect.off'), `${off}`, '', '']);
    this.#y += 24;
  }

  #signatures(paper: Paper): void {
    const half = (page.width - 2 * page.margin) / 2;
    const top = this.#y;
    const sides = [
      ['handed_by', paper.handed_name, paper.handed_at, null],
      ['received_by', paper.received_name, paper.received_at, paper.counted],
    ] as const;
    sides.forEach(([name, who, at, counted], side) => {
      const left = page.margin + side * half;
      this.#y = top;
      this.#words(`${this.#label(name)}: ${who ?? ''}`, left, 10);
      this.#y += 18;
      this.#words(printedMoment(at, this.#timeZone), left, 10);
      this.#y += 18;
      if (counted !== null) this.#words(`${this.#label('counted')}: ${counted}`, left, 10);
      this.#y += 42;
      this.#doc
        .moveTo(left, this.#y)
        .lineTo(left + half - 24, this.#y)
        .lineWidth(0.5)
        .stroke();
      this.#y += 14;
      this.#words(text(this.#language, 'connect.signature'), left, 8);
    });
    if (!paper.difference_reason) return;
    this.#y += 24;
    this.#words(`${this.#label('difference_reason')}: ${paper.difference_reason}`, page.margin, 10);
  }

  /** A row of a table: the first cell left-aligned, the others right-aligned. */
  #row(cells: readonly string[]): void {
    const width = (page.width - 2 * page.margin) / cells.length;
    cells.forEach((cell, at) => {
      const right = page.margin + (at + 1) * width - widthOfWords(this.#doc, cell, 10);
      this.#words(cell, at === 0 ? page.margin : right, 10);
    });
    this.#y += 18;
  }

  #label(name: string): string {
    return listText(this.#language, 'connect', name) ?? name;
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
}

/** Wraps a text to a width, at any character. */
function linesOf(words: string, widthOf: (part: string) => number, width: number): string[] {
  const lines = [''];
  for (const character of words.replaceAll(/\s+/g, ' ')) {
    const line = `${lines.at(-1)}${character}`;
    if (widthOf(line) <= width) lines[lines.length - 1] = line;
    else lines.push(character.trim());
  }
  return lines;
}
