import { readCodeRows } from '../../../platform/files/read-file.ts';

export interface CodeLine {
  readonly line: number;
  readonly text: string;
}

/** Streams the first cell of each line of a TXT or CSV file in batches, without empty lines and the title. */
export async function* codeLines(file: AsyncIterable<Uint8Array>, mostLines: number): AsyncGenerator<CodeLine[]> {
  for await (const rows of readCodeRows(file, mostLines)) {
    yield rows.flatMap(({ line, cells: [text = ''] }) => (line === 1 && isTitle(text) ? [] : [{ line, text }]));
  }
}

/** Recognises the titles of files of codes, including those exported here. */
const isTitle = (text: string): boolean =>
  /^(code|codes|serial|url|码|编码|二维码|防伪码|código|codigo|コード)$/i.test(text);
