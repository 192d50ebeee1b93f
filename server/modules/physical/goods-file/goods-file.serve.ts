import { createReadStream } from 'node:fs';
import type { MenuKey } from '@suyuan/contract/menu.ts';
import {
  type GoodsColumns,
  goodsFilePreview,
  handheldUpload,
  maxGoodsColumns,
  maxGoodsLines,
  sameAtDesk,
  waybillUpload,
} from '@suyuan/contract/physical/goods-file.ts';
import type { Account, Caller } from '#platform/caller.ts';
import { firstLines } from '#platform/imports/first-lines.ts';
import type { JobInput } from '#platform/jobs/define-job.ts';
import { badInput } from '#platform/refusal.ts';
import { requireRight } from '#platform/serve/admission.ts';
import type { Services } from '#platform/services.ts';
import type { Uploaded } from '#platform/spool/file-upload.ts';
import type { SharedServices } from '#shared-services.ts';
import { requireSender } from '../waybill/require-waybill.ts';
import { columnsNamedBy } from './goods-columns.ts';
import { goodsFileJob, serveGoodsFileJob } from './goods-file-job.ts';

/** In bytes: half a million lines of a hundred bytes. */
const largestFile = 50 * 2 ** 20;

/** Accepts files of codes, from handhelds or for a waybill. Each is stored first, and then processed by a job. */
export default function serveGoodsFiles(services: Services, shared: SharedServices): void {
  const { routes, system, jobs } = services;
  serveGoodsFileJob(services, shared);

  async function started(
    { account, ip, language, file }: Caller<Account> & Uploaded,
    menu: MenuKey,
    input: JobInput<typeof goodsFileJob>,
  ): Promise<{ job: string }> {
    const source = { name: file.name.slice(0, 200) || '-', bytes: file.read() };
    const job = { input, menu, source, accountId: account.id, party: account.party, ip, language };
    return { job: await system.ownWork.sql.begin((transaction) => jobs.start(goodsFileJob, job, transaction)) };
  }

  routes.serve(
    handheldUpload,
    async ({ act: eventType, ...choice }, caller) => {
      requireRight(sameAtDesk[eventType], caller.account);
      const columns = columnsOf(choice, true);
      await requireReadable(caller.file, !columns);
      return started(caller, 'xiazai', { act: eventType, ...(columns ? { columns } : {}) });
    },
    { largest: largestFile },
  );

  routes.serve(
    waybillUpload,
    async ({ id, override_reason, ...choice }, caller) => {
      await requireSender(caller, id);
      const columns = columnsOf(choice, false);
      await requireReadable(caller.file, false);
      const reason = override_reason?.trim();
      return started(caller, 'freight', {
        ...{ act: 'load', waybill_id: id },
        ...(columns ? { columns } : {}),
        ...(reason ? { override_reason: reason } : {}),
      });
    },
    { largest: largestFile },
  );

  routes.serve(
    goodsFilePreview,
    async (_, { file }) => {
      const rows = await firstLines(file, { lines: maxGoodsLines, columns: maxGoodsColumns });
      return { rows, columns: columnsNamedBy(rows[0]?.cells ?? []) };
    },
    { largest: largestFile },
  );
}

/**
 * Throws 400 for a file that is none, has no lines, or, where a line names its document, has one column only. It is cheap to see
 * by its first lines, and nobody has to look for the reason in a list of jobs.
 */
async function requireReadable(file: Uploaded['file'], namesDocuments: boolean): Promise<void> {
  // A separate stream: if one of the spooled file itself were abandoned before its end, no other could be opened.
  const source = { ...file, read: () => createReadStream(file.path, { start: 0 }) };
  const lines = await firstLines(source, { lines: maxGoodsLines, columns: maxGoodsColumns });
  const [first] = lines;
  if (!first) throw badInput({ path: 'file', reason: 'empty_table' });
  if (namesDocuments && lines.every(({ cells }) => cells.filter(Boolean).length < 2))
    throw badInput({ path: 'file', reason: 'goods_one_column', params: { line: first.line } });
}

/** The chosen columns, which must be complete; undefined if none were chosen. */
function columnsOf({ document, code, titled }: Partial<GoodsColumns>, named: boolean): GoodsColumns | undefined {
  if (document === undefined && code === undefined && titled === undefined) return undefined;
  if (code === undefined) throw badInput({ path: 'code', reason: 'required' });
  if (!named) return { code, titled: titled ?? false };
  if (document === undefined) throw badInput({ path: 'document', reason: 'required' });
  if (document === code) throw badInput({ path: 'code', reason: 'same_column' });
  return { document, code, titled: titled ?? false };
}
