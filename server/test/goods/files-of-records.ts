import { certificate, certificateFile, certificateFileAdd } from '@suyuan/contract/base/certificate.ts';
import { snapshot } from '@suyuan/contract/handheld/task.ts';
import { caseAdd } from '@suyuan/contract/inspect/case/case.ts';
import { settlementAdd, settlementPaper, settlementPaperAdd } from '@suyuan/contract/inspect/case/settlement.ts';
import { recallLetter } from '@suyuan/contract/inspect/recall/recall-notice.ts';
import { epcisEventFile } from '@suyuan/contract/integration/epcis-event.ts';
import { pickingPaper } from '@suyuan/contract/physical/stock/picking.ts';
import { countPaper, stockCount } from '@suyuan/contract/physical/stock/stock-count.ts';
import { stockPackagesExport } from '@suyuan/contract/physical/stock/stock-detail.ts';
import type { TestServer } from '../harness/server.ts';
import { suspected } from './suspected.ts';

interface Records {
  readonly recallId: number;
  readonly waybillId: number;
  readonly warehouseId: number;
}

/** The inputs of calls that answer a file about a record, by path; the records that are missing are made. */
export async function filesOfRecords(
  server: TestServer,
  { recallId, waybillId, warehouseId }: Records,
): Promise<ReadonlyMap<string, Record<string, string | number>>> {
  const { id: countId } = await server.data(stockCount.add, { warehouse_id: warehouseId });
  return new Map<string, Record<string, string | number>>([
    [certificateFile.path, { id: await heldCertificate(server) }],
    [settlementPaper.path, { id: await signedSettlement(server) }],
    [recallLetter.path, { id: await recallNotice(server, recallId) }],
    [pickingPaper.path, { id: waybillId }],
    [snapshot.path, { kind: 'load', id: waybillId }],
    [countPaper.path, { id: countId }],
    [epcisEventFile.path, { format: 'xml' }],
    [stockPackagesExport.path, { warehouse_id: warehouseId, format: 'csv' }],
  ]);
}

/** A settlement with a dealer and its signed paper; its id. */
async function signedSettlement(server: TestServer): Promise<number> {
  const dealer_id = await server.party('dealer');
  const warning = await suspected(server.sql, { subject: 'settled', rule: 'outside_area', dealerId: dealer_id });
  const facts = { title: 'diverted', warning_ids: [warning], owner_id: 1, due_at: '2030-01-01T00:00:00Z' };
  const { id: case_id } = await server.data(caseAdd, facts);
  const { id } = await server.data(settlementAdd, { case_id, dealer_id, amount: '1' });
  await upload(server, `${settlementPaperAdd.path}?id=${id}`);
  return id;
}

/** A certificate of a dealer with its file; its id. */
async function heldCertificate(server: TestServer): Promise<number> {
  const dealer_id = await server.party('dealer');
  const facts = { certificate_no: 'C-FILE', kind: 'trade', holder: 'dealer', dealer_id } as const;
  const { id } = await server.data(certificate.add, facts);
  await upload(server, `${certificateFileAdd.path}?id=${id}`);
  return id;
}

async function upload(server: TestServer, path: string): Promise<void> {
  const body = new FormData();
  body.append('file', new File(['%PDF-1.7 signed'], 'agreement.pdf'));
  const { status } = await server.fetch(path, { method: 'POST', headers: { token: server.admin }, body });
  if (status !== 200) throw new Error(`the paper was answered with ${status}`);
}

/** A notice of a recall to a dealer; its id. */
async function recallNotice(server: TestServer, recallId: number): Promise<number> {
  const dealer = await server.party('dealer');
  const [row] = await server.sql<{ id: number }[]>`
    insert into recall_notice
      (recall_id, recall_no, drill, scope, reason, dealer_id, receiver, units, acknowledge_by, answer_by)
    select id, recall_no, drill, 'codes', reason, ${dealer}, 'a dealer', 1, now(), now() from recall where id = ${recallId}
    returning id`;
  return (row as { id: number }).id;
}
