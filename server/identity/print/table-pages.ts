import type { PaintedText } from './paint.ts';
import type { Page } from './paper.ts';

/** A column of a table on paper: its title and width in millimetres. */
export interface PaperColumn {
  readonly title: string;
  readonly width: number;
}

/** A row: its cells, and a GS1 element string to be drawn as a barcode in the last column. */
export interface PaperRow {
  readonly cells: readonly string[];
  readonly barcode?: string | undefined;
}

export interface PaperTable {
  readonly title: string;
  /** The content of its QR code, by which a handheld opens the document. */
  readonly number: string;
  readonly facts: readonly string[];
  readonly columns: readonly PaperColumn[];
  readonly rows: readonly PaperRow[];
  readonly rowHeight: number;
  readonly foot: string;
}

const [width, height, margin] = [210, 297, 12];
const [tableTop, tableEnd] = [72, 270];
const textSize = 3.2;

/** A table on A4 pages, with the heading on every page and as many rows as fit. */
export function tablePages(table: PaperTable): Page[] {
  const perPage = Math.floor((tableEnd - tableTop - 8) / table.rowHeight);
  const count = Math.max(1, Math.ceil(table.rows.length / perPage));
  return Array.from({ length: count }, (_, nth) =>
    pageOf(table, table.rows.slice(nth * perPage, (nth + 1) * perPage), `${nth + 1} / ${count}`),
  );
}

function pageOf(table: PaperTable, rows: readonly PaperRow[], numbered: string): Page {
  const lefts = table.columns.map((_, at) =>
    table.columns.slice(0, at).reduce((sum, column) => sum + column.width, margin),
  );
  const cell = (text: string, at: number, y: number, size = textSize): PaintedText => ({
    box: {
      x: lefts[at] as number,
      y,
      width: (table.columns[at] as PaperColumn).width - 2,
      height: table.rowHeight - 2,
    },
    size,
    lines: [text],
    align: 'left',
  });
  const rowTop = (at: number) => tableTop + 8 + at * table.rowHeight;
  const last = table.columns.length - 1;
  return {
    width,
    height,
    texts: [
      { box: { x: margin, y: 12, width: 140, height: 10 }, size: 7, lines: [table.title], align: 'left' },
      { box: { x: margin, y: 23, width: 140, height: 8 }, size: 5, lines: [table.number], align: 'left' },
      { box: { x: margin, y: 33, width: 140, height: 36 }, size: 3.6, lines: table.facts, align: 'left' },
      ...table.columns.map(({ title }, at) => cell(title, at, tableTop)),
      ...rows.flatMap(({ cells }, at) => cells.map((text, column) => cell(text, column, rowTop(at) + 1))),
      { box: { x: margin, y: 276, width: 150, height: 10 }, size: 3.6, lines: [table.foot], align: 'left' },
      { box: { x: 170, y: 276, width: 28, height: 10 }, size: 3.6, lines: [numbered] },
    ],
    symbols: [
      { box: { x: 160, y: 12, width: 38, height: 38 }, symbology: 'qrcode', text: table.number },
      ...rows.flatMap(({ barcode }, at) =>
        barcode
          ? [
              {
                box: { x: lefts[last] as number, y: rowTop(at) + 1, width: 64, height: table.rowHeight - 3 },
                symbology: 'gs1-128' as const,
                text: barcode,
              },
            ]
          : [],
      ),
    ],
    rules: [tableTop + 7, ...rows.map((_, at) => rowTop(at + 1) - 0.5)],
  };
}
