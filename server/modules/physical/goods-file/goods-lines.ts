import { type GoodsColumns, maxGoodsColumns, maxGoodsLines } from '@suyuan/contract/physical/goods-file.ts';
import { normalIdentifier } from '@suyuan/contract/thing/identifiers.ts';
import type { FileRow } from '#platform/files/file-limits.ts';
import { type FileSource, rowsOf } from '#platform/imports/job-source.ts';
import { badInput } from '#platform/refusal.ts';
import { codeColumnNamedBy, columnsNamedBy } from './goods-columns.ts';

export interface GoodsLine {
  readonly line: number;
  /** The number of its waybill or return as written; empty if the whole file is for one document. */
  readonly document: string;
  readonly code: string;
  /** Whether an earlier line of the same document has the same code. */
  readonly repeated: boolean;
}

/** Whether the file is for a single document, and the chosen columns, if any. */
interface Reading {
  readonly ofOne: boolean;
  readonly columns: GoodsColumns | undefined;
}

/** Reads the lines of a file, grouped by document, always in the same order for the same file, so that a job can resume. */
export async function readGoodsLines(source: FileSource, { ofOne, columns }: Reading): Promise<GoodsLine[]> {
  const documents = new Map<string, { readonly lines: GoodsLine[]; readonly codes: Set<string> }>();
  let [titles, rows] = [columns, 0];
  let isFirst = true;
  for await (const batch of rowsOf(source, { lines: maxGoodsLines + 1, columns: maxGoodsColumns })) {
    const [first] = batch;
    if (!first) continue;
    titles ??= ofOne ? codeColumnNamedBy(first.cells) : columnsNamedBy(first.cells);
    for (const { line, cells } of isFirst && titles.titled ? batch.slice(1) : batch) {
      const document = ofOne ? '' : normalIdentifier(textIn(cells, titles.document ?? 0));
      const code = textIn(cells, titles.code);
      const own = documents.getOrInsertComputed(document, () => ({ lines: [], codes: new Set() }));
      own.lines.push({ line, document, code, repeated: own.codes.has(code) });
      own.codes.add(code);
      rows += 1;
    }
    isFirst = false;
    if (rows > maxGoodsLines) throw badInput({ path: 'file', reason: 'too_many', params: { limit: maxGoodsLines } });
  }
  return [...documents.values()].flatMap(({ lines }) => lines);
}

const textIn = (cells: FileRow['cells'], at: number): string => (cells[at] ?? '').trim();
