import { elementsInGroups } from './gs1-text.ts';
import type { PaintedText } from './paint.ts';
import type { Page, Rule } from './paper.ts';
import type { Box } from './set-text.ts';

/** A column of a table on paper: its title and width in millimetres. */
export interface PaperColumn {
  readonly title: string;
  readonly width: number;
}

/** A row: its cells, and a GS1 element string to be drawn as a barcode in the last column, with its digits below. */
export interface PaperRow {
  readonly cells: readonly string[];
  readonly barcode?: string | undefined;
}

export interface PaperTable {
  readonly title: string;
  /** The content of its QR code, by which a handheld opens the document. */
  readonly number: string;
  /** Who sends and who receives, beside each other: name, address, how to reach them. */
  readonly parties?: readonly [from: readonly string[], to: readonly string[]];
  readonly facts: readonly string[];
  readonly columns: readonly PaperColumn[];
  readonly rows: readonly PaperRow[];
  /** The cells below the last row. */
  readonly totals?: readonly string[];
  readonly rowHeight: number;
  /** What is signed for, each with a line of its own. */
  readonly signatures?: readonly string[];
  /** A signature that was drawn, on the last of the lines: a PNG. */
  readonly drawn?: Uint8Array | undefined;
  readonly foot: string;
}

const [width, height, margin] = [210, 297, 15];
const inner = width - 2 * margin;
const [tableTop, tableEnd] = [78, 258];
const headHeight = 8;
const textSize = 3.2;
/** The human-readable text below a barcode. */
const digitsHeight = 4;

/** A table on A4 pages, with the heading on every page and as many rows as fit. */
export function tablePages(table: PaperTable): Page[] {
  const rows = [...table.rows, ...(table.totals ? [{ cells: table.totals }] : [])];
  const perPage = Math.floor((tableEnd - tableTop - headHeight) / table.rowHeight);
  const count = Math.max(1, Math.ceil(rows.length / perPage));
  return Array.from({ length: count }, (_, nth) =>
    pageOf(table, rows.slice(nth * perPage, (nth + 1) * perPage), `${nth + 1} / ${count}`),
  );
}

function pageOf(table: PaperTable, rows: readonly PaperRow[], pageNumber: string): Page {
  const lefts = table.columns.map((_, at) =>
    table.columns.slice(0, at).reduce((sum, column) => sum + column.width, margin),
  );
  const cell = (text: string, at: number, y: number): PaintedText => ({
    box: {
      x: lefts[at] as number,
      y,
      width: (table.columns[at] as PaperColumn).width - 2,
      height: table.rowHeight - 2,
    },
    size: textSize,
    lines: [text],
    align: 'left',
  });
  const rowTop = (at: number) => tableTop + headHeight + at * table.rowHeight;
  const last = table.columns.length - 1;
  const bars = rows.flatMap(({ barcode }, at) => {
    if (!barcode) return [];
    const [x, y] = [lefts[last] as number, rowTop(at) + 1];
    const symbol = { x, y, width: table.columns[last]?.width as number, height: table.rowHeight - 3 - digitsHeight };
    return [{ text: barcode, box: symbol, digits: { ...symbol, y: y + symbol.height, height: digitsHeight } }];
  });
  const signatures = signatureLines(table.signatures ?? []);
  return {
    width,
    height,
    texts: [
      { box: { x: margin, y: margin, width: 136, height: 9 }, size: 7, lines: [table.title], align: 'left' },
      { box: { x: margin, y: margin + 10, width: 136, height: 7 }, size: 5, lines: [table.number], align: 'left' },
      ...headOf(table),
      ...table.columns.map(({ title }, at) => cell(title, at, tableTop)),
      ...rows.flatMap(({ cells }, at) => cells.map((text, column) => cell(text, column, rowTop(at) + 1))),
      ...bars.map(({ text, digits }) => ({ box: digits, size: 2.8, lines: [elementsInGroups(text)] })),
      ...signatures.texts,
      { box: { x: margin, y: 277, width: 150, height: 6 }, size: 3.2, lines: [table.foot], align: 'left' },
      { box: { x: width - margin - 28, y: 277, width: 28, height: 6 }, size: 3.2, lines: [pageNumber] },
    ],
    symbols: [
      {
        box: { x: width - margin - 36, y: margin - 3, width: 38, height: 38 },
        symbology: 'qrcode',
        text: table.number,
      },
      ...bars.map(({ text, box }) => ({ box, symbology: 'gs1-128' as const, text })),
    ],
    rules: [
      ...[tableTop + headHeight - 1, ...rows.map((_, at) => rowTop(at + 1) - 0.5)].map(
        (y): Rule => ({ x: margin, y, width: inner }),
      ),
      ...signatures.rules,
    ],
    ...(table.drawn ? { pictures: [{ box: signatures.lastBox, file: table.drawn }] } : {}),
  };
}

/** The parties beside each other, and the facts below them; facts alone have all of the room. */
function headOf({ parties, facts }: PaperTable): PaintedText[] {
  const top = margin + 19;
  if (!parties) {
    const box = { x: margin, y: top, width: 136, height: tableTop - top - 2 };
    return [{ box, size: 3.6, lines: facts, align: 'left' }];
  }
  const half = 66;
  return [
    ...parties.map(
      (lines, at): PaintedText => ({
        box: { x: margin + at * (half + 4), y: top, width: half, height: 25 },
        size: 3.4,
        lines,
        align: 'left',
      }),
    ),
    {
      box: { x: margin, y: top + 27, width: inner, height: tableTop - top - 29 },
      size: 3.4,
      lines: facts,
      align: 'left',
    },
  ];
}

/** A line to sign on for each, beside each other. */
function signatureLines(signatures: readonly string[]): { texts: PaintedText[]; rules: Rule[]; lastBox: Box } {
  const each = inner / Math.max(1, signatures.length);
  const y = 272;
  return {
    texts: signatures.map((text, at) => ({
      box: { x: margin + at * each, y: y - 11, width: each - 6, height: 5 },
      size: 3.4,
      lines: [text],
      align: 'left',
    })),
    rules: signatures.map((_, at) => ({ x: margin + at * each, y, width: each - 6 })),
    // Beside the words of the last line, and above it.
    lastBox: { x: margin + (signatures.length - 1) * each + each / 2, y: y - 13, width: each / 2 - 6, height: 13 },
  };
}
