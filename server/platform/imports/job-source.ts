import type { FileRow } from '../files/file-limits.ts';
import { readCodeRows, readTableRows } from '../files/read-file.ts';
import { isWorkbook } from '../files/table.ts';
import type { JobUnderWay } from '../jobs/define-job.ts';
import { fileTooLarge } from '../refusal.ts';
import type { Spool } from '../spool/spool.ts';

/** A file as it is read: as its bytes come, or as a workbook that lies on disk. */
export type FileSource = { readonly bytes: AsyncIterable<Uint8Array> } | { readonly workbook: string };

/**
 * Reads the file of a job: as its bytes come, or, where it is a workbook, whose parts lie anywhere in it, from this server's
 * disk.
 */
export async function withSource<Result>(
  spool: Spool,
  job: JobUnderWay,
  read: (source: FileSource) => Promise<Result>,
): Promise<Result> {
  const pieces = job.original();
  const { value: head, done } = await pieces.next();
  const bytes = joined(done ? [] : [head], pieces);
  if (done || !isWorkbook(head)) return read({ bytes });
  const spooled = await spool.fill(bytes, { unwanted: job.signal, tooLarge: fileTooLarge }).catch((error) => {
    job.signal.throwIfAborted();
    throw error;
  });
  try {
    return await read({ workbook: spooled.path });
  } finally {
    await spooled.discard();
  }
}

/** The rows of a file of codes: so many lines at most, of which so many columns are looked at. */
export const rowsOf = (
  source: FileSource,
  { lines, columns }: { readonly lines: number; readonly columns: number },
): AsyncGenerator<readonly FileRow[]> =>
  'workbook' in source ? readTableRows(source.workbook, lines) : readCodeRows(source.bytes, lines, columns);

async function* joined(head: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* head;
  yield* rest;
}
