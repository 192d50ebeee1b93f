import {
  recall,
  recallAdd,
  recallBegin,
  recallClose,
  recallDealers,
  recallDetail,
} from '../../../../contract/inspect/recall.ts';
import type { Change } from '../../../platform/audit/audit-log.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { conflict, notFound } from '../../../platform/refusal.ts';
import { asTold, serveDeclaredList } from '../../../platform/serve/declared-list.ts';
import { sendTable } from '../../../platform/serve/export.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { AskedCodes } from '../../../trace/asked/asked-codes.ts';
import { holdGoods, letGoodsGo } from './held-goods.ts';
import { serveRecallReport } from './recall-report.ts';
import { inWords, lotsOf, recalls, targetsOf } from './recall-rows.ts';
import { type Chosen, codesChosen, endsOf, lotsChosen, rangeChosen } from './recall-scope.ts';
import { balanceOf, dealersOf, outermostOf, placesInWords, whereTheyAre } from './recalled-goods.ts';

/** Codes that are told of a recall. */
const mostTold = 200;

/** 召回: goods are called back, and followed until it is closed. */
export default function serveRecalls(services: Services, rooms: Rooms): void {
  const { routes, system, answers, timeZone } = services;
  const { sql } = system;

  serveDeclaredList(services, recall, {
    rows: recalls,
    defaultSort: '-created_at',
    present: (row) => asTold(recall, inWords(row)),
  });

  routes.change(recallAdd, async ({ scope, drill, reason }, caller, change) => {
    const chosen =
      'codes' in scope
        ? await codesChosen(sql, (await AskedCodes.read(services, rooms, caller, scope.codes)).ids, scope.codes)
        : 'first_code' in scope
          ? await rangeChosen(sql, (await AskedCodes.read(services, rooms, caller, endsOf(scope))).ids, endsOf(scope))
          : await lotsChosen(change, scope);
    const recall_no = await nextNo(sql);
    const { id } = await change.db
      .insertInto('recall')
      .values({
        recall_no,
        drill,
        scope_kind: chosen.kind,
        scope: chosen.scope,
        reason: reason.trim(),
        created_by: caller.account.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await keepGoods(change, id, chosen);
    change.made('recall', id);
    return { id, recall_no };
  });

  routes.changeInTime(recallBegin, ({ id }, { account }, carryOut) =>
    rooms.capture.inLine(() =>
      carryOut(async (change) => {
        const { drill, reason, recall_no } = await inStatus(change, id, 'planned');
        await change.db
          .updateTable('recall')
          .set({ status: 'begun', begun_at: new Date(), begun_by: account.id, in_force: !drill })
          .where('id', '=', id)
          .execute();
        if (!drill) await holdGoods(rooms, change, { id, reason: `${recall_no}: ${reason}`, account });
        return { id };
      }),
    ),
  );

  routes.changeInTime(recallClose, ({ id, note, release = false }, { account }, carryOut) =>
    rooms.capture.inLine(() =>
      carryOut(async (change) => {
        const { in_force } = await inStatus(change, id, 'begun');
        const balance = balanceOf(await whereTheyAre(sql, await targetsOf(change.db, id)));
        const closed = { closed_at: new Date(), closed_by: account.id, close_note: note.trim() };
        await change.db
          .updateTable('recall')
          .set({ status: 'closed', ...closed, balance, in_force: in_force && !release })
          .where('id', '=', id)
          .execute();
        if (release) await letGoodsGo(rooms, change, { id, reason: note.trim(), account });
        return { id };
      }),
    ),
  );

  routes.serve(recallDetail, async ({ id }, { db }) => {
    const row = await recalls(db).where('recall.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('recall');
    const targets = await targetsOf(db, id);
    const where = await whereTheyAre(sql, targets);
    const [lots, texts, places, dealers, outermost] = await Promise.all([
      lotsOf(db, targets.lots),
      rooms.rules.texts(sql, targets.codes.slice(0, mostTold)),
      placesInWords(sql, where.at),
      dealersOf(sql, where.at),
      outermostOf(sql, rooms.rules, targets),
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

async function nextNo(sql: Connection): Promise<string> {
  const [next] = await sql<{ no: string }[]>`select 'ZH' || lpad(nextval('recall_no')::text, 6, '0') as no`;
  if (!next) throw new Error('the sequence of recalls gave no number');
  return next.no;
}

/** Rows of one statement. */
const rowsAtOnce = 5000;

async function keepGoods(change: Change, recall_id: number, { lots, codes }: Chosen): Promise<void> {
  const rows = [
    ...lots.map((lot_id) => ({ recall_id, lot_id, code: null, chosen: true })),
    ...codes.map(({ id, chosen }) => ({ recall_id, lot_id: null, code: id, chosen })),
  ];
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await change.db
      .insertInto('recall_goods')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
  }
}

/** The recall, locked, as far as it has to be; 409 else. */
async function inStatus(change: Change, id: number, status: 'planned' | 'begun') {
  await change.changing('recall', id);
  const row = await change.db.selectFrom('recall').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('recall');
  if (row.status !== status) throw conflict(status === 'planned' ? 'recall_begun' : 'recall_not_under_way');
  return row;
}
