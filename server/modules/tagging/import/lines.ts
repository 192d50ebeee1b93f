import { readCodeRows } from '../../../platform/files/read-file.ts';

/** A line of a file of codes. */
export interface CodeLine {
  readonly line: number;
  readonly text: string;
}

/** The first cell of each line of a TXT or CSV file, in batches as it streams in. Empty lines are passed over. */
export async function* codeLines(file: AsyncIterable<Uint8Array>, mostLines: number): AsyncGenerator<CodeLine[]> {
  for await (const rows of readCodeRows(file, mostLines)) {
    yield rows.flatMap(({ line, cells: [text = ''] }) => (line === 1 && isTitle(text) ? [] : [{ line, text }]));
  }
}

/** The titles that files of codes begin with, ours among them. */
const isTitle = (text: string): boolean =>
  /^(code|codes|serial|url|码|编码|二维码|防伪码|código|codigo|コード)$/i.test(text);
