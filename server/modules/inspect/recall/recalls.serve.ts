import { recall, recallAdd, recallBegin, recallClose } from '../../../../contract/inspect/recall.ts';
import type { Change } from '../../../platform/audit/audit-log.ts';
import { asTold, serveDeclaredList } from '../../../platform/lists/declared-list.ts';
import { defineNumberSeries, withNextNumber } from '../../../platform/records/number-series.ts';
import { conflict, notFound } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { AskedCodes } from '../../../trace/asked/asked-codes.ts';
import { holdGoods, letGoodsGo } from './held-goods.ts';
import { inWords, recalls, targetsOf } from './recall-rows.ts';
import { type Chosen, codesChosen, endsOf, lotsChosen, rangeChosen } from './recall-scope.ts';
import { balanceOf, whereTheyAre } from './recalled-goods.ts';

/** 召回: recalls of goods, from the plan until they are closed. */
export default function serveRecalls(services: Services, rooms: Rooms): void {
  const { routes, system } = services;
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
    const facts = { drill, scope_kind: chosen.kind, scope: chosen.scope, reason: reason.trim() };
    const { id, recall_no } = await withNextNumber(change, recallNumbers, (recall_no) =>
      change.db
        .insertInto('recall')
        .values({ ...facts, recall_no, created_by: caller.account.id })
        .returning(['id', 'recall_no'])
        .executeTakeFirstOrThrow(),
    );
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
        await services.notices.tell(
          change.system,
          { holding: 'recall', except: account.id },
          {
            kind: 'recall_begun',
            params: { what: recall_no, by: account.name },
            leads: [{ screen: 'recall', query: `${new URLSearchParams({ detail: `${id}` })}` }],
          },
        );
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
}

const recallNumbers = defineNumberSeries({
  prefix: 'ZH',
  sequence: 'recall_no',
  table: 'recall',
  column: 'recall_no',
  unique: 'recall_recall_no_key',
});

/** The number of rows per statement. */
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

/** Locks a recall; throws 409 if it is not in this status. */
async function inStatus(change: Change, id: number, status: 'planned' | 'begun') {
  await change.changing('recall', id);
  const row = await change.db.selectFrom('recall').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('recall');
  if (row.status !== status) throw conflict(status === 'planned' ? 'recall_begun' : 'recall_not_under_way');
  return row;
}
