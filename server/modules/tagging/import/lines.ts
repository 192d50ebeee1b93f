import { readCodeRows } from '#platform/files/read-file.ts';

export interface CodeLine {
  readonly line: number;
  readonly text: string;
}

/** Streams the first cell of each line of a TXT or CSV file in batches, without empty lines and the title. */
export async function* codeLines(file: AsyncIterable<Uint8Array>, maxLines: number): AsyncGenerator<CodeLine[]> {
  let isFirst = true;
  for await (const rows of readCodeRows(file, maxLines)) {
    const [first, ...others] = rows.map(({ line, cells: [text = ''] }): CodeLine => ({ line, text }));
    if (!first) continue;
    const isTitled = isFirst && first.line === 1 && isTitle(first.text, others);
    isFirst = false;
    yield isTitled ? others : [first, ...others];
  }
}

/**
 * Whether the first line is a title: one that files of codes have, as those exported here, or one without a digit whose length no
 * other line has. A code without any digit hardly stands alone.
 */
function isTitle(text: string, others: readonly CodeLine[]): boolean {
  if (/^(code|codes|serial|url|码|编码|二维码|防伪码|código|codigo|コード)$/i.test(text)) return true;
  if (/\p{N}/u.test(text)) return false;
  const isAlone = others.every((one) => one.text.length !== text.length);
  return isAlone && (others.length > 0 || /\s/.test(text.trim()));
}
