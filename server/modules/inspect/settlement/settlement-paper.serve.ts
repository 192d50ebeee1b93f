import { largestPaper, settlementPaper, settlementPaperAdd } from '@suyuan/contract/inspect/case/settlement.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { inOnePiece, paperFrom, sentAs } from '#platform/spool/paper-file.ts';
import { lockSettlement } from './settlement-rows.ts';

/** Serves the signed papers of settlements. */
export default function serveSettlementPaper({ routes, answers }: Services): void {
  routes.change(settlementPaperAdd, async ({ id }, { file, account }, change) => {
    const paper = await paperFrom(file, largestPaper);
    await lockSettlement(change, id, 'paper');
    await change.db.deleteFrom('settlement_paper').where('settlement_id', '=', id).execute();
    await change.db
      .insertInto('settlement_paper')
      .values({ settlement_id: id, ...paper, added_by: account.id, added_at: new Date() })
      .execute();
    return { paper: paper.name };
  });

  routes.serve(settlementPaper, async ({ id }, caller) => {
    const paper = await caller.db
      .selectFrom('settlement_paper')
      .select(['name', 'media_type', 'content'])
      .where('settlement_id', '=', id)
      .executeTakeFirst();
    if (!paper) throw notFound('settlement_paper');
    await answers.send(caller, sentAs(paper), () => inOnePiece(paper.content));
  });
}
