import { createReadStream } from 'node:fs';
import {
  maxPacked,
  maxPackingColumns,
  type PackingColumns,
  packingPreview,
  packingUpload,
} from '@suyuan/contract/plant/task.ts';
import { firstLines } from '#platform/imports/first-lines.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { Uploaded } from '#platform/spool/file-upload.ts';
import type { SharedServices } from '#shared-services.ts';
import { requireOrder } from '#trace/services.ts';
import { columnMissing, columnsNamedBy } from './packing-columns.ts';
import { packingJob, servePackingJob } from './packing-job.ts';

/** Two hundred megabytes: some four million lines. */
const largestFile = 200 * 2 ** 20;

/** Serves packing files: an upload is stored and packed by a job. */
export default function servePackingFile(services: Services, shared: SharedServices): void {
  const { routes, system, jobs } = services;
  servePackingJob(services, shared);

  routes.serve(
    packingUpload,
    async ({ work_order_id, short = 'refuse', ...choice }, { account, db, ip, language, file }) => {
      await requireOrder({ db }, work_order_id);
      const source = { name: file.name.slice(0, 200) || '-', bytes: file.read() };
      const columns = columnsOf(choice) ?? (await columnsIn(file));
      const input = { work_order_id, at: Date.now(), columns, short };
      const order = { input, menu: 'relevance', source, accountId: account.id, party: account.party, ip, language };
      const job = await system.ownWork.sql.begin((transaction) => jobs.start(packingJob, order, transaction));
      return { job: job as string };
    },
    { largest: largestFile },
  );

  routes.serve(
    packingPreview,
    async (_, { file }) => {
      const rows = await firstLines(file, { lines: maxPacked, columns: maxPackingColumns });
      return { rows, columns: columnsNamedBy(rows[0]?.cells ?? []) };
    },
    { largest: largestFile },
  );
}

/**
 * The columns that the first line of a file names, or the first two. Throws 400 if all first lines have one cell only, or if the
 * title line names only one of the columns: each single line would be refused.
 */
async function columnsIn(file: Uploaded['file']): Promise<PackingColumns> {
  // A separate stream: if one of the spooled file itself were abandoned before its end, no other could be opened.
  const beginning = { ...file, read: () => createReadStream(file.path, { start: 0 }) };
  const lines = await firstLines(beginning, { lines: maxPacked, columns: maxPackingColumns });
  const [first] = lines;
  const column = columnMissing(first?.cells ?? []);
  if (column) throw badInput({ path: column, reason: 'packing_column' });
  // Cells are separated by something that is not recognised, as a bar or a full-width comma.
  if (first && lines.every(({ cells }) => cells.filter(Boolean).length < 2)) {
    throw badInput({ path: 'file', reason: 'packing_one_column', params: { line: first.line } });
  }
  return columnsNamedBy(first?.cells ?? []);
}

/** The columns that the person chose; undefined if none. Throws 400 if the choice is incomplete. */
function columnsOf({ parent, child, titled }: Partial<PackingColumns>): PackingColumns | undefined {
  if (parent === undefined && child === undefined && titled === undefined) return undefined;
  if (parent === undefined) throw badInput({ path: 'parent', reason: 'required' });
  if (child === undefined) throw badInput({ path: 'child', reason: 'required' });
  if (parent === child) throw badInput({ path: 'child', reason: 'same_column' });
  return { parent, child, titled: titled ?? false };
}
