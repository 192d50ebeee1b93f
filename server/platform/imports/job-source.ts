import type { FileRow } from '../files/file-limits.ts';
import { readCodeRows, readTableRows } from '../files/read-file.ts';
import { isWorkbook } from '../files/table.ts';
import type { JobUnderWay } from '../jobs/define-job.ts';
import { fileTooLarge } from '../refusal.ts';
import type { Spool } from '../spool/spool.ts';

/** The source of a file: a stream of bytes, or the path of a workbook on disk. */
export type FileSource = { readonly bytes: AsyncIterable<Uint8Array> } | { readonly workbook: string };

/** Reads the file of a job as a stream, or, if it is a workbook, which needs random access, from this server's disk. */
export async function withSource<Result>(
  spool: Spool,
  job: JobUnderWay,
  read: (source: FileSource) => Promise<Result>,
): Promise<Result> {
  const { source, discard } = await openSource(spool, job);
  try {
    return await read(source);
  } finally {
    await discard();
  }
}

/** The same for a reader that is not done when a function returns: it has to discard the source. */
export async function openSource(
  spool: Spool,
  job: Pick<JobUnderWay, 'original' | 'signal'>,
): Promise<{ readonly source: FileSource; readonly discard: () => Promise<unknown> }> {
  const pieces = job.original();
  const { value: head, done } = await pieces.next();
  const bytes = joined(done ? [] : [head], pieces);
  if (done || !isWorkbook(head)) return { source: { bytes }, discard: async () => {} };
  const spooled = await spool.fill(bytes, { unwanted: job.signal, tooLarge: fileTooLarge }).catch((error) => {
    job.signal.throwIfAborted();
    throw error;
  });
  return { source: { workbook: spooled.path }, discard: () => spooled.discard() };
}

/** The rows of a file of codes, limited to a number of lines and of columns. */
export const rowsOf = (
  source: FileSource,
  { lines, columns }: { readonly lines: number; readonly columns: number },
): AsyncGenerator<readonly FileRow[]> =>
  'workbook' in source ? readTableRows(source.workbook, lines) : readCodeRows(source.bytes, lines, columns);

async function* joined(head: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* head;
  yield* rest;
}
