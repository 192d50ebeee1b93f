import { on } from 'node:events';
import bwip from 'bwip-js/node';
import PDFDocument from 'pdfkit';
import { areaName } from '#platform/areas/areas.ts';
import { type Language, listText, text } from '#platform/language.ts';
import { asJpeg } from '#platform/pictures/shrink.ts';
import { printedMoment } from '#platform/print/moment.ts';
import { drawWords, widthOfWords } from '#platform/print/words.ts';
import type { ForensicRow } from './forensic-rows.ts';

interface PrintedPhoto {
  readonly shown: Buffer;
  readonly hash: string;
  readonly taken_at: string | null;
  readonly latitude: number | string | null;
  readonly longitude: number | string | null;
  readonly camera: string | null;
}

interface Locale {
  readonly language: Language;
  readonly timeZone: string;
}

/** An A4 page, in points. */
const page = { width: 595, height: 842, margin: 48 } as const;
const body = 10;
const line = 15;

/** A sealed case as PDF: facts, chain of custody, photos with their hashes, and the seal, also as a QR code. */
export async function* casePdf(
  row: ForensicRow,
  photos: readonly PrintedPhoto[],
  locale: Locale,
): AsyncGenerator<Uint8Array> {
  const doc = new PDFDocument({ size: 'A4', margin: 0, info: { Title: row.case_no } });
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const end = on(doc, 'end');
  const sheet = new Sheet(doc, locale);
  sheet.heading(`${text(locale.language, 'menu.forensics')} ${row.case_no}`);
  const qr = await bwip.toBuffer({ bcid: 'qrcode', text: row.seal ?? '', scale: 4, paddingwidth: 2, paddingheight: 2 });
  doc.image(qr, page.width - page.margin - 110, page.margin, { width: 110 });
  for (const [key, value] of factsOf(row, locale)) sheet.fact(key, value);
  sheet.heading(title(locale, 'chain'));
  for (const { kind, name, at } of row.chain ?? []) {
    sheet.write(
      [listText(locale.language, 'forensics', `link.${kind}`) ?? kind, name, printedMoment(at, locale.timeZone)].join(
        '  ',
      ),
    );
  }
  sheet.heading(title(locale, 'photos'));
  for (const photo of photos) await sheet.photo(photo);
  doc.end();
  await end.next();
  yield* chunks;
}

const title = ({ language }: Locale, key: string): string => listText(language, 'forensics', key) ?? key;

const factsOf = (row: ForensicRow, locale: Locale): [string, string][] =>
  (
    [
      ['code', row.code],
      ['dealer_name', row.dealer_name],
      ['place', row.place],
      ['area_name', row.area_code && areaName(row.area_code)],
      ['position', row.latitude === null ? null : `${row.latitude}, ${row.longitude}`],
      ['found_at', printedMoment(row.found_at, locale.timeZone)],
      ['note', row.note],
      ['created_by', row.creator],
      ['sealed_by', row.sealer],
      ['sealed_at', printedMoment(row.sealed_at, locale.timeZone)],
      ['seal', row.seal],
    ] as const
  ).flatMap(([key, value]): [string, string][] => (value ? [[key, value]] : []));

/** Writes from top to bottom, beginning a new page when one is full. */
class Sheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #locale: Locale;
  #y = page.margin;

  constructor(doc: PDFKit.PDFDocument, locale: Locale) {
    this.#doc = doc;
    this.#locale = locale;
  }

  heading(words: string): void {
    this.#need(40);
    this.#y += 22;
    drawWords(this.#doc, words, page.margin, this.#y, 15);
    this.#y += 10;
  }

  fact(key: string, value: string): void {
    this.write(`${title(this.#locale, key)}: ${value}`);
  }

  /** Writes a line, wrapped to the width that the symbol leaves. */
  write(words: string): void {
    const room = page.width - 2 * page.margin - (this.#y < 190 ? 130 : 0);
    let rest = words.replaceAll(/\s+/g, ' ');
    while (rest !== '') {
      let many = rest.length;
      while (many > 1 && widthOfWords(this.#doc, rest.slice(0, many), body) > room) many -= 1;
      this.#need(line);
      this.#y += line;
      drawWords(this.#doc, rest.slice(0, many), page.margin, this.#y, body);
      rest = rest.slice(many).trimStart();
    }
  }

  async photo({ shown, hash, taken_at, latitude, longitude, camera }: PrintedPhoto): Promise<void> {
    // PDF does not support WebP.
    const { data, info } = await asJpeg(shown);
    const width = Math.min(page.width - 2 * page.margin, (300 * info.width) / info.height);
    const height = (width * info.height) / info.width;
    this.#need(height + 4 * line);
    this.#doc.image(data, page.margin, this.#y + 10, { width });
    this.#y += height + 14;
    const place = latitude === null ? null : `${latitude}, ${longitude}`;
    this.write(`SHA-256 ${hash}`);
    this.write([taken_at, place, camera].filter(Boolean).join('  '));
    this.#y += 8;
  }

  #need(height: number): void {
    if (this.#y + height < page.height - page.margin) return;
    this.#doc.addPage();
    this.#y = page.margin;
  }
}
