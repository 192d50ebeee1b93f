import { badFile, tableLimits, tooMuchInFile } from '../file-limits.ts';
import type { Archive } from '../unpack.ts';
import { type CellBook, isDateFormat, unescaped } from './cell-value.ts';
import { parseXml, type XmlHandler } from './xml.ts';

/** The path of the first visible sheet, and the data that its cells refer to. */
export interface Workbook extends CellBook {
  readonly sheet: string;
}

export async function openWorkbook(archive: Archive): Promise<Workbook> {
  const [main] = (await relationsOf(archive, '')).filter(({ type }) => type === 'officedocument');
  const path = main?.target ?? 'xl/workbook.xml';
  const relations = await relationsOf(archive, path);
  const { sheets, since1904 } = await sheetsOf(archive, path);
  const target = (type: string) => relations.find((relation) => relation.type === type)?.target;
  const worksheets = new Map(
    relations.flatMap(({ id, type, target }) => (type === 'worksheet' ? [[id, target] as const] : [])),
  );
  const tables = sheets.filter(({ relation }) => worksheets.has(relation));
  const first = tables.find(({ hidden }) => !hidden) ?? tables[0];
  if (!first) throw badFile('unreadable_table');
  return {
    sheet: worksheets.get(first.relation) as string,
    since1904,
    strings: await stringsOf(archive, target('sharedstrings')),
    dateStyles: await dateStylesOf(archive, target('styles')),
  };
}

interface Relation {
  readonly id: string;
  /** The last segment of its type URI, in lower case, such as `worksheet`. */
  readonly type: string;
  /** The path of its target. */
  readonly target: string;
}

/** The relationships of a part; those of the package itself for an empty path. */
async function relationsOf(archive: Archive, path: string): Promise<Relation[]> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const part = `${folder}_rels/${path.slice(folder.length)}.rels`;
  const relations: Relation[] = [];
  if (!archive.has(part)) return relations;
  await parseXml(
    archive.part(part, tableLimits.smallPart),
    opening((name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return;
      if (relations.length === tableLimits.parts) throw tooMuchInFile();
      const type = Type.slice(Type.lastIndexOf('/') + 1).toLowerCase();
      // Resolved as a URL, relative to the folder or to the root.
      const target = decodeURI(new URL(Target, `part:/${folder}`).pathname).slice(1);
      relations.push({ id: Id, type, target });
    }),
  );
  return relations;
}

async function sheetsOf(archive: Archive, path: string) {
  const sheets: { relation: string; hidden: boolean }[] = [];
  let since1904 = false;
  await parseXml(
    archive.part(path, tableLimits.smallPart),
    opening((name, attributes) => {
      if (name === 'workbookPr') since1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      if (sheets.length === tableLimits.parts) throw tooMuchInFile();
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      sheets.push({ relation, hidden: /hidden/i.test(attributes.state ?? '') });
    }),
  );
  return { sheets, since1904 };
}

/** The shared strings, without formatting and phonetic readings. */
async function stringsOf(archive: Archive, path: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (path === undefined || !archive.has(path)) return strings;
  let size = 0;
  const text = new StringItem();
  await parseXml(archive.part(path), {
    open: (name) => text.open(name),
    text: (piece) => text.add(piece),
    close: (name) => {
      if (name !== 'si') return text.close(name);
      const item = text.take();
      size += item.length;
      if (strings.length === tableLimits.cells || size > tableLimits.text) throw tooMuchInFile();
      strings.push(item);
    },
  });
  return strings;
}

/** Collects the text of `<si>` or `<is>`: that of its runs, without phonetic readings (`<rPh>`). */
export class StringItem {
  #text = '';
  #run = '';
  #inText = false;
  #inReading = false;

  open(name: string): void {
    if (name === 't') this.#inText = true;
    else if (name === 'rPh') this.#inReading = true;
  }

  add(piece: string): void {
    if (!this.#inText || this.#inReading) return;
    this.#run += piece;
    if (this.#text.length + this.#run.length > 8 * tableLimits.cell) throw tooMuchInFile();
  }

  close(name: string): void {
    if (name === 'rPh') this.#inReading = false;
    if (name !== 't') return;
    this.#inText = false;
    this.#text += unescaped(this.#run);
    this.#run = '';
    if (this.#text.length > tableLimits.cell) throw tooMuchInFile();
  }

  /** Returns the text and starts over. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

/** The indexes of cell styles that show a number as a date or time. */
async function dateStylesOf(archive: Archive, path: string | undefined): Promise<Set<number>> {
  const dates = new Set<number>();
  if (path === undefined || !archive.has(path)) return dates;
  const codes = new Map<number, string>();
  let styles: number | undefined;
  await parseXml(archive.part(path, 4 * tableLimits.smallPart), {
    text: () => {},
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      else if (name === 'cellXfs') styles = 0;
      else if (name === 'xf' && styles !== undefined) {
        const id = Number(attributes.numFmtId ?? 0);
        if (isDateFormat(id, codes.get(id))) dates.add(styles);
        styles += 1;
      }
    },
    close: (name) => {
      if (name === 'cellXfs') styles = undefined;
    },
  });
  return dates;
}

const opening = (open: XmlHandler['open']): XmlHandler => ({ open, text: () => {}, close: () => {} });
