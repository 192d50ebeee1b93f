import { isWorkbook } from '../../../platform/files/table.ts';
import type { JobUnderWay } from '../../../platform/jobs/define-job.ts';
import { tooLarge } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import type { PackingSource } from './packing-file.ts';

/**
 * Reads the file of a job: as its bytes come, or, where it is a workbook, whose parts lie anywhere in it, from this server's
 * disk.
 */
export async function withSource<Result>(
  { spool }: Services,
  job: JobUnderWay,
  read: (source: PackingSource) => Promise<Result>,
): Promise<Result> {
  const pieces = job.original();
  const { value: head, done } = await pieces.next();
  const bytes = joined(done ? [] : [head], pieces);
  if (done || !isWorkbook(head)) return read({ bytes });
  const spooled = await spool.fill(bytes, { unwanted: job.signal, tooLarge: () => tooLarge() }).catch((error) => {
    job.signal.throwIfAborted();
    throw error;
  });
  try {
    return await read({ workbook: spooled.path });
  } finally {
    await spooled.discard();
  }
}

async function* joined(head: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* head;
  yield* rest;
}
