import { recall, recallDealers, recallDetail } from '@suyuan/contract/inspect/recall/recall.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { sendTable } from '#platform/lists/export.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { dealersOf, goodsThere } from '../goods/goods-in-words.ts';
import { releasedOneByOne } from '../goods/held-goods.ts';
import { whereTheyAre } from '../goods/where-goods-are.ts';
import { effectOf, scoreOf } from './notice/effect.ts';
import { serveRecallReport } from './recall-report.ts';
import { inWords, recalls, targetsOf } from './recall-rows.ts';

/** Serves one recall: where its goods are, the dealers that have some, and its report. */
export default function serveRecallDetail(services: Services, shared: SharedServices): void {
  const { routes, system, answers, timeZone } = services;
  const { sql } = system.enterprise;

  routes.serve(recallDetail, async ({ id }, { db }) => {
    const row = await recalls(db).where('recall.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('recall');
    const { there, at } = await goodsThere({ sql, db, rules: shared.rules }, await targetsOf(db, id));
    const [dealers, released] = await Promise.all([
      dealersOf(sql, at),
      releasedOneByOne(sql, shared, { kind: 'recall', id }),
    ]);
    const balance = row.balance ?? there.balance;
    const { effect, lastAcknowledgedAt } = await effectOf(db, id);
    const drill_score = scoreOf(row, balance, lastAcknowledgedAt);
    return { ...declaredRow(recall, inWords(row)), ...there, balance, dealers, released, effect, drill_score };
  });

  serveRecallReport(services, shared);

  routes.serve(recallDealers, async ({ id, format }, caller) => {
    const row = await recalls(caller.db).where('recall.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('recall');
    const { at } = await whereTheyAre(sql, await targetsOf(caller.db, id));
    const dealers = await dealersOf(sql, at);
    await sendTable(answers, caller, {
      list: 'recall',
      format,
      timeZone: timeZone(),
      columns: ['dealer_code', 'dealer_name', 'contact', 'phone', 'address', 'units', 'in_transit', 'returned'],
      rows: (async function* () {
        yield* dealers;
      })(),
    });
    return null;
  });
}
