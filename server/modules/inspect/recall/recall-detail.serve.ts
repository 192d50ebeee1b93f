import { recall, recallDealers, recallDetail } from '../../../../contract/inspect/recall.ts';
import { asTold } from '../../../platform/lists/declared-list.ts';
import { sendTable } from '../../../platform/lists/export.ts';
import { notFound } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { serveRecallReport } from './recall-report.ts';
import { inWords, lotsOf, recalls, targetsOf } from './recall-rows.ts';
import { balanceOf, dealersOf, outermostOf, placesInWords, whereTheyAre } from './recalled-goods.ts';

/** The most codes in an answer. */
const mostTold = 200;

/** Serves one recall: where its goods are, the dealers that have some, and its report. */
export default function serveRecallDetail(services: Services, rooms: Rooms): void {
  const { routes, system, answers, timeZone } = services;
  const { sql } = system;

  routes.serve(recallDetail, async ({ id }, { db }) => {
    const row = await recalls(db).where('recall.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('recall');
    const targets = await targetsOf(db, id);
    const where = await whereTheyAre(sql, targets);
    const [lots, texts, places, dealers, outermost] = await Promise.all([
      lotsOf(db, targets.lots),
      rooms.rules.texts(sql, targets.codes.slice(0, mostTold)),
      placesInWords(sql, db, where.at),
      dealersOf(sql, where.at),
      outermostOf({ sql, db, rules: rooms.rules }, targets),
    ]);
    return {
      ...asTold(recall, inWords(row)),
      lots,
      codes: [...texts.values()],
      total_codes: targets.codes.length,
      balance: row.balance ?? balanceOf(where),
      places,
      dealers,
      ...outermost,
    };
  });

  serveRecallReport(services, rooms);

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
