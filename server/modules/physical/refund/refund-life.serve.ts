import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type RefundStep, refundLife } from '@suyuan/contract/physical/refund.life.ts';
import {
  closeReturn,
  dissociated,
  type InspectionResult,
  inspectReturn,
  type RefundStatus,
  receiveReturn,
} from '@suyuan/contract/physical/refund.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { conflict } from '#platform/refusal.ts';
import { localeOf, type Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import { CodeLookup, eventRefused, refusalMessage } from '#trace/lookup/code-lookup.ts';
import { captureAll, doneNow, onceUnderLock } from '#trace/lookup/events-together.ts';
import { refusedTexts } from '#trace/lookup/refused-texts.ts';
import { placeOf } from '#trace/places.ts';
import { textsOf } from '../each-code.ts';
import { type LockedRefund, lockFor, requireReceiving, setStatus, statusWord } from './refund-steps.ts';
import { nameApart } from './returned-goods.ts';
import { takeBack } from './take-back.ts';

/** Serves the steps of a return: goods are taken back, inspected, and restocked, reworked or destroyed. */
export default function serveRefundLife(services: Services, shared: SharedServices): void {
  const { routes, system } = services;

  /** Performs the events of one call on returned codes, all or none. */
  async function captureFor<C extends typeof inspectReturn | typeof dissociated>(
    call: C,
    input: InputOf<C>,
    caller: Caller<Account>,
    { id, step }: { readonly id: number; readonly step: RefundStep },
    work: (sql: Connection, ids: readonly number[], paper: LockedRefund) => Promise<readonly EventInput[]>,
  ): Promise<{ units: number }> {
    await requireReceiving(caller, id);
    const { ids } = await CodeLookup.resolveOrThrow(services, shared, caller, input.codes, { forCapture: true });
    return onceUnderLock<typeof inspectReturn | typeof dissociated>(shared, caller, call, input, async (sql) => {
      const paper = await lockFor(sql, id, step);
      await nameApart(sql, id, ids);
      await requireReturned(sql, { rules: shared.rules, seen: caller.db }, id, ids);
      const units = await captureAll(sql, shared, caller, await work(sql, ids, paper));
      if (step === 'inspect') await closeIfDone(sql, id, caller.account.id);
      return { units: units.reduce((sum, one) => sum + one, 0) };
    });
  }

  routes.serve(receiveReturn, async (input, caller) => {
    const { id, codes } = input;
    await requireReceiving(caller, id);
    const { lookup, results } = await CodeLookup.resolve(services, shared, caller, codes, { forCapture: true });
    const locale = localeOf(services, caller);
    const unread = results.filter((one) => typeof one !== 'number').map((one) => refusalMessage(locale, one));
    return onceUnderLock(shared, caller, receiveReturn, input, async (sql) => {
      const { taken, refused } = await takeBack(sql, shared, caller, id, textsOf(codes, results));
      return {
        received: taken,
        refusals: [...unread, ...(await lookup.texts(refused, sql)).map((one) => refusalMessage(locale, one))],
      };
    });
  });

  routes.serve(inspectReturn, async (input, caller) => {
    const { id, result, reason } = input;
    return captureFor(inspectReturn, input, caller, { id, step: 'inspect' }, async (sql, ids, { warehouse_id }) => {
      const placeId = await placeAfter(sql, result, id, warehouse_id);
      await sql`
        update refund_goods set result = ${result}, result_reason = ${reason.trim()}, inspected_at = now()
        where refund_id = ${id} and code = any(${ids as number[]}::bigint[])`;
      await setStatus(sql, id, 'inspecting');
      return [
        { ...doneNow(caller), act: eventOfResult[result], codes: ids, placeId, reason: reason.trim(), refundId: id },
      ];
    });
  });

  routes.serve(dissociated, async (input, caller) => {
    const { refund_id, reason } = input;
    return captureFor(dissociated, input, caller, { id: refund_id, step: 'dissociate' }, async (sql, ids) => {
      const rows = await sql<{ code: number; from_place_id: number | null }[]>`
        delete from refund_goods where refund_id = ${refund_id} and code = any(${ids as number[]}::bigint[])
        returning code, from_place_id`;
      await setStatus(sql, refund_id, await statusAfter(sql, refund_id));
      const back = Map.groupBy(rows, ({ from_place_id }) => from_place_id);
      return [...back].map(([placeId, own]) => ({
        ...doneNow(caller),
        act: 'void_return' as const,
        codes: [...new Set(own.map(({ code }) => code))],
        placeId,
        reason: reason.trim(),
        refundId: refund_id,
      }));
    });
  });

  routes.change(closeReturn, async ({ id }, caller, change) => {
    await requireReceiving(caller, id);
    await change.changing('refund', id);
    const { status } = await change.db
      .selectFrom('refund')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (!refundLife.mayTake('close', status)) throw conflict('refund_close', { status: statusWord(status) });
    await requireAllSettled(system.codes.sql, id);
    await change.db
      .updateTable('refund')
      .set({ status: 'closed', closed_at: new Date(), closed_by: caller.account.id, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    return { id, status: 'closed' as const };
  });
}

const eventOfResult = { restock: 'restock', rework: 'rework', scrap: 'destroy' } as const satisfies Record<
  InspectionResult,
  string
>;

/** Throws 409 for codes that did not come back by this return, or whose inspection is finished. */
async function requireReturned(
  sql: Connection,
  reader: Parameters<typeof refusedTexts>[1],
  id: number,
  codes: readonly number[],
): Promise<void> {
  const rows = await sql<{ code: number; result: string | null }[]>`
    select code, result from refund_goods where refund_id = ${id} and code = any(${codes as number[]}::bigint[])`;
  const open = new Set(rows.filter(({ result }) => result === null || result === 'rework').map(({ code }) => code));
  const refusals = codes.filter((code) => !open.has(code)).map((code) => ({ code, reason: 'not_returned' as const }));
  if (refusals.length > 0) throw eventRefused(await refusedTexts(sql, reader, refusals));
}

/** The place of goods after their inspection; null if they are destroyed. */
async function placeAfter(sql: Connection, result: InspectionResult, refundId: number, warehouseId: number) {
  if (result === 'restock') return placeOf(sql, { kind: 'warehouse', ref: warehouseId });
  return result === 'rework' ? placeOf(sql, { kind: 'refund', ref: refundId }) : null;
}

/** Closes a return when all that was announced has come back and is restocked or destroyed: nothing is left to do. */
async function closeIfDone(sql: Connection, id: number, by: number): Promise<void> {
  const now = new Date();
  await sql`
    update refund set status = 'closed', closed_at = ${now}, closed_by = ${by}, updated_at = ${now}
    where id = ${id}
      and not exists (
        select from refund_goods where refund_id = ${id} and (result is null or result = 'rework'))
      and (select sum(quantity) from refund_line where refund_id = ${id})
        <= (select coalesce(sum(units), 0) from refund_goods where refund_id = ${id})`;
}

/** The status of a return after goods were taken off it. */
async function statusAfter(sql: Connection, id: number): Promise<RefundStatus> {
  const [row] = await sql<{ goods: number; inspected: number }[]>`
    select count(*)::int as goods, count(result)::int as inspected from refund_goods where refund_id = ${id}`;
  if (!row?.goods) return 'requested';
  return row.inspected > 0 ? 'inspecting' : 'receiving';
}

/**
 * Throws 409 while goods of a return are not inspected or in rework. They are in quarantine, and once the return is closed
 * nobody could move them into stock.
 */
async function requireAllSettled(sql: Connection, id: number): Promise<void> {
  const [open] = await sql<{ result: InspectionResult | null }[]>`
    select result from refund_goods where refund_id = ${id} and (result is null or result = 'rework')
    order by result nulls first limit 1`;
  if (open) throw conflict(open.result === null ? 'refund_uninspected' : 'refund_in_rework');
}
