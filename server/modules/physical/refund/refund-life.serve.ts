import type { OutputOf } from '../../../../contract/call/call.ts';
import {
  closeReturn,
  dissociated,
  type InspectionResult,
  inspectReturn,
  mayTakeRefundStep,
  type RefundCode,
  type RefundStep,
  receiveReturn,
  refund,
  refundDetail,
} from '../../../../contract/physical/refund.ts';
import type { Account, Caller } from '../../../platform/caller.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { asTold } from '../../../platform/lists/declared-list.ts';
import { conflict, notFound } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { actOnAll, onceInTurn } from '../../../trace/asked/acts-together.ts';
import { AskedCodes, actRefused, saidIn } from '../../../trace/asked/asked-codes.ts';
import { doneNow } from '../../../trace/asked/moment.ts';
import { refusedTexts } from '../../../trace/asked/refused-texts.ts';
import type { ActInput } from '../../../trace/capture/acts/acting/act-input.ts';
import { placeOf } from '../../../trace/places.ts';
import { issueFactsOf } from '../../../trace/state/record/issue-facts.ts';
import { textsOf } from '../each-code.ts';
import { withGoods } from './refund-lines.ts';
import { type LockedRefund, lockFor, requireReceiving, setStatus, statusWord } from './refund-steps.ts';
import { refunds } from './refunds.serve.ts';
import { nameApart } from './returned-goods.ts';
import { takeBack } from './take-back.ts';

/** What becomes of a return: goods come back, are inspected, and are in stock again, or destroyed. */
export default function serveRefundLife(services: Services, rooms: Rooms): void {
  const { routes, system } = services;

  /** Does the acts of one call about codes that came back, all of them or none. */
  async function actOn(
    caller: Caller<Account>,
    id: number,
    step: RefundStep,
    { codes, batch_key }: { readonly codes: readonly string[]; readonly batch_key?: string },
    work: (sql: Connection, ids: readonly number[], locked: LockedRefund) => Promise<readonly ActInput[]>,
  ): Promise<{ units: number }> {
    await requireReceiving(caller, id);
    const { ids } = await AskedCodes.read(services, rooms, caller, codes);
    return onceInTurn(rooms, caller, batch_key, async (sql) => {
      const units = await actOnAll(sql, rooms, await work(sql, ids, await lockFor(sql, id, step)));
      return { units: units.reduce((sum, one) => sum + one, 0) };
    });
  }

  routes.serve(receiveReturn, async ({ id, codes, batch_key }, caller) => {
    await requireReceiving(caller, id);
    const { asked, found } = await AskedCodes.sort(services, rooms, caller, codes);
    const unread = found.filter((one) => typeof one !== 'number').map((one) => saidIn(caller.language, one));
    return onceInTurn(rooms, caller, batch_key, async (sql) => {
      const { taken, refused } = await takeBack(sql, rooms, caller, id, textsOf(codes, found));
      return {
        received: taken,
        refusals: [...unread, ...(await asked.texts(refused)).map((one) => saidIn(caller.language, one))],
      };
    });
  });

  routes.serve(inspectReturn, async ({ id, result, reason, ...sent }, caller) =>
    actOn(caller, id, 'inspect', sent, async (sql, ids, { warehouse_id }) => {
      await nameApart(sql, id, ids);
      await requireReturned(sql, rooms, id, ids);
      const placeId =
        result === 'restock'
          ? await placeOf(sql, { kind: 'warehouse', ref: warehouse_id })
          : result === 'rework'
            ? await placeOf(sql, { kind: 'refund', ref: id })
            : null;
      await sql`
        update refund_goods set result = ${result}, result_reason = ${reason.trim()}, inspected_at = now()
        where refund_id = ${id} and code = any(${ids as number[]}::bigint[])`;
      await setStatus(sql, id, 'inspecting');
      return [{ ...doneNow(caller), act: actOfResult[result], codes: ids, placeId, reason: reason.trim() }];
    }),
  );

  routes.serve(dissociated, async ({ refund_id, reason, ...sent }, caller) =>
    actOn(caller, refund_id, 'dissociate', sent, async (sql, ids) => {
      await nameApart(sql, refund_id, ids);
      await requireReturned(sql, rooms, refund_id, ids);
      const rows = await sql<{ code: number; from_place_id: number | null }[]>`
        delete from refund_goods where refund_id = ${refund_id} and code = any(${ids as number[]}::bigint[])
        returning code, from_place_id`;
      const back = Map.groupBy(rows, ({ from_place_id }) => from_place_id);
      return [...back].map(([placeId, own]) => ({
        ...doneNow(caller),
        act: 'void_return' as const,
        codes: [...new Set(own.map(({ code }) => code))],
        placeId,
        reason: reason.trim(),
      }));
    }),
  );

  routes.change(closeReturn, async ({ id }, caller, change) => {
    await requireReceiving(caller, id);
    await change.changing('refund', id);
    const { status } = await change.db
      .selectFrom('refund')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (!mayTakeRefundStep('close', status)) throw conflict('refund_close', { status: statusWord(status) });
    // What is being made good still waits apart: once the return is closed, nobody could take it into stock.
    const [open] = await system.sql<{ result: InspectionResult | null }[]>`
      select result from refund_goods where refund_id = ${id} and (result is null or result = 'rework')
      order by result nulls first limit 1`;
    if (open) throw conflict(open.result === null ? 'refund_uninspected' : 'refund_in_rework');
    await change.db
      .updateTable('refund')
      .set({ status: 'closed', closed_at: new Date(), closed_by: caller.account.id, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    return { id, status: 'closed' as const };
  });

  routes.serve(refundDetail, async ({ id }, caller) => {
    const [row] = await withGoods(system.sql, await refunds(caller.db).where('refund.id', '=', id).execute());
    if (!row) throw notFound('refund');
    const [taken] = await system.sql<StepsRow[]>`
      select c.name as created_by, c.id as created_by_id, e.name as closed_by, e.id as closed_by_id
      from refund r join account c on c.id = r.created_by left join account e on e.id = r.closed_by
      where r.id = ${id}`;
    if (!taken) throw notFound('refund');
    return {
      ...asTold(refund, row),
      ...taken,
      closed_at: row.closed_at?.toISOString() ?? null,
      codes: await returnedCodes(system.sql, rooms, id),
    };
  });
}

type StepsRow = Pick<OutputOf<typeof refundDetail>, `${'created' | 'closed'}_by${'' | '_id'}`>;

const actOfResult = { restock: 'restock', rework: 'rework', scrap: 'destroy' } as const satisfies Record<
  InspectionResult,
  string
>;

/** Throws 409 for codes that did not come back by this return, or are inspected already. */
async function requireReturned(sql: Connection, rooms: Rooms, id: number, codes: readonly number[]): Promise<void> {
  const rows = await sql<{ code: number; result: string | null }[]>`
    select code, result from refund_goods where refund_id = ${id} and code = any(${codes as number[]}::bigint[])`;
  const open = new Set(rows.filter(({ result }) => result === null || result === 'rework').map(({ code }) => code));
  const refused = codes.filter((code) => !open.has(code)).map((code) => ({ code, reason: 'not_returned' as const }));
  if (refused.length > 0) throw actRefused(await refusedTexts(sql, rooms.rules, refused));
}

interface ReturnedRow extends Omit<RefundCode, 'code' | 'level' | 'received_at' | 'inspected_at'> {
  readonly code: number;
  readonly received_at: Date;
  readonly inspected_at: Date | null;
}

async function returnedCodes(sql: Connection, rooms: Rooms, id: number): Promise<RefundCode[]> {
  const rows = await sql<ReturnedRow[]>`
    select g.code, p.product_name, l.lot_no as lot, g.units, b.waybill_no, g.cause, g.result, g.result_reason,
      g.received_at, g.inspected_at
    from refund_goods g
    left join product p on p.id = g.product_id
    left join lot l on l.id = g.lot_id
    left join waybill b on b.id = g.waybill_id
    where g.refund_id = ${id}
    order by g.received_at desc, g.code limit 5000`;
  const codes = [...new Set(rows.map(({ code }) => code))].sort((a, b) => a - b);
  const [texts, issued] = await Promise.all([rooms.rules.texts(sql, codes), issueFactsOf(sql, codes)]);
  return rows.map(({ code, received_at, inspected_at, ...row }) => ({
    ...row,
    code: texts.get(code) ?? '',
    level: issued.get(code)?.level ?? 0,
    received_at: received_at.toISOString(),
    inspected_at: inspected_at?.toISOString() ?? null,
  }));
}
