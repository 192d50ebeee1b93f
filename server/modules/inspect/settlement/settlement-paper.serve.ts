import { createHash } from 'node:crypto';
import { largestPaper, settlementPaper, settlementPaperAdd } from '@suyuan/contract/inspect/settlement.ts';
import { badInput, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { lockSettlement } from './settlement-rows.ts';

/** The kinds of files that a signed paper may be, by their first bytes. */
const kinds = [
  { type: 'application/pdf', begins: Buffer.from('%PDF-') },
  { type: 'image/jpeg', begins: Buffer.from([0xff, 0xd8, 0xff]) },
  { type: 'image/png', begins: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
];

/** Serves the signed papers of settlements, which are kept byte for byte. */
export default function serveSettlementPaper({ routes, answers }: Services): void {
  routes.change(settlementPaperAdd, async ({ id }, { file, account }, change) => {
    const content = await file.bytes();
    if (content.length > largestPaper) throw badInput({ path: 'file', reason: 'paper_too_large' });
    const type = kinds.find(({ begins }) => content.subarray(0, begins.length).equals(begins))?.type;
    if (!type) throw badInput({ path: 'file', reason: 'paper_kind' });
    await lockSettlement(change, id, 'paper');
    const name = file.name.slice(-128);
    const hash = createHash('sha256').update(content).digest('hex');
    const row = { name, media_type: type, hash, content, added_by: account.id, added_at: new Date() };
    await change.db.deleteFrom('settlement_paper').where('settlement_id', '=', id).execute();
    await change.db
      .insertInto('settlement_paper')
      .values({ settlement_id: id, ...row })
      .execute();
    return { paper: name };
  });

  routes.serve(settlementPaper, async ({ id }, caller) => {
    const paper = await caller.db
      .selectFrom('settlement_paper')
      .select(['name', 'media_type', 'content'])
      .where('settlement_id', '=', id)
      .executeTakeFirst();
    if (!paper) throw notFound('settlement_paper');
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(paper.name)}`;
    await answers.send(caller, { type: paper.media_type, disposition }, () => once(paper.content));
  });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
