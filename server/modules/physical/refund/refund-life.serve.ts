import {
  closeReturn,
  dissociated,
  type InspectionResult,
  inspectReturn,
  mayTakeRefundStep,
  type RefundCode,
  type RefundStatus,
  type RefundStep,
  receiveReturn,
  refund,
  refundDetail,
} from '../../../../contract/physical/refund.ts';
import { type Account, type Caller, isOfEnterprise } from '../../../platform/caller.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { conflict, noAccess, notFound } from '../../../platform/refusal.ts';
import { asTold } from '../../../platform/serve/declared-list.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { AskedCodes, actRefused, saidIn } from '../../../trace/asked/asked-codes.ts';
import { refusedTexts } from '../../../trace/asked/refused-texts.ts';
import type { ActInput } from '../../../trace/capture/acts/act-input.ts';
import type { Refused } from '../../../trace/capture/acts/refused.ts';
import { onceUnderKey } from '../../../trace/capture/answered-once.ts';
import { placeOf } from '../../../trace/places.ts';
import { issueFactsOf } from '../../../trace/state/issue-facts.ts';
import { doneNow } from '../each-code.ts';
import { raiseWrongReturns } from '../exception/document-exceptions.ts';
import { withGoods } from './refund-lines.ts';
import { refunds } from './refunds.serve.ts';
import { keepReturned, nameApart, standingOfReturned } from './returned-goods.ts';

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
    return rooms.capture.inTurn((sql) =>
      once(sql, caller, batch_key, async () => {
        const inputs = await work(sql, ids, await lockFor(sql, id, step));
        const captured = await rooms.capture.actIn(sql, inputs);
        const refused = captured.flatMap((one): readonly Refused[] => ('refused' in one ? one.refused : []));
        if (refused.length > 0) throw actRefused(await refusedTexts(sql, rooms.rules, refused));
        return { units: captured.reduce((sum, one) => sum + ('refused' in one ? 0 : one.units), 0) };
      }),
    );
  }

  routes.serve(receiveReturn, async ({ id, codes, batch_key }, caller) => {
    await requireReceiving(caller, id);
    const { asked, found } = await AskedCodes.sort(services, rooms, caller, codes);
    const ids = found.filter((one) => typeof one === 'number');
    const unread = found.filter((one) => typeof one !== 'number').map((one) => saidIn(caller.language, one));
    return rooms.capture.inTurn((sql) =>
      once(sql, caller, batch_key, async () => {
        const { dealer_id, refund_no } = await lockFor(sql, id, 'receive');
        const placeId = await placeOf(sql, { kind: 'refund', ref: id });
        const before = await standingOfReturned(sql, dealer_id, ids);
        const inputs = ids.map((code) => ({ ...doneNow(caller), act: 'take_back' as const, codes: [code], placeId }));
        const captured = await rooms.capture.actIn(sql, inputs);
        const taken = ids.filter((_, at) => !('refused' in (captured[at] ?? { refused: [] })));
        await keepReturned(sql, id, taken, before);
        if (taken.length > 0) await setStatus(sql, id, 'receiving');
        const wrong = taken.map((code) => ({
          id: code,
          code: codes[found.indexOf(code)] as string,
          cause: before.get(code)?.cause ?? null,
        }));
        await raiseWrongReturns(sql, rooms, { documentNo: refund_no, toldBy: caller.account.name }, wrong);
        const refused = captured.flatMap((one): readonly Refused[] => ('refused' in one ? one.refused : []));
        const told = await asked.texts(refused);
        return {
          received: taken.map((code) => ({
            code: codes[found.indexOf(code)] as string,
            product_id: before.get(code)?.goods[0]?.productId ?? null,
            units: (before.get(code)?.goods ?? []).reduce((sum, { units }) => sum + units, 0),
            cause: before.get(code)?.cause ?? null,
          })),
          refusals: [...unread, ...told.map((one) => saidIn(caller.language, one))],
        };
      }),
    );
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
    if (!mayTakeRefundStep('close', status)) throw conflict('refund_close', { status });
    const [open] = await system.sql`select 1 from refund_goods where refund_id = ${id} and result is null limit 1`;
    if (open) throw conflict('refund_uninspected');
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
    const [taken] = await system.sql<{ created_by: string; closed_by: string | null }[]>`
      select c.name as created_by, e.name as closed_by
      from refund r join account c on c.id = r.created_by left join account e on e.id = r.closed_by
      where r.id = ${id}`;
    return {
      ...asTold(refund, row),
      created_by: taken?.created_by ?? '',
      closed_by: taken?.closed_by ?? null,
      closed_at: row.closed_at?.toISOString() ?? null,
      codes: await returnedCodes(system.sql, rooms, id),
    };
  });
}

const actOfResult = { restock: 'restock', rework: 'rework', scrap: 'destroy' } as const satisfies Record<
  InspectionResult,
  string
>;

/** Sent again with the same key, it answers as before. */
const once = <Answer>(
  sql: Connection,
  caller: Caller<Account>,
  key: string | undefined,
  work: () => Promise<Answer>,
) => (key ? onceUnderKey(sql, { source: `account:${caller.account.id}`, batchKey: key }, work) : work());

interface LockedRefund {
  readonly refund_no: string;
  readonly status: RefundStatus;
  readonly dealer_id: number;
  readonly warehouse_id: number;
}

/** A return that is about to take a step, locked until the end of the transaction. */
async function lockFor(sql: Connection, id: number, step: RefundStep): Promise<LockedRefund> {
  const [row] = await sql<LockedRefund[]>`
    select refund_no, status, dealer_id, warehouse_id from refund where id = ${id} for update`;
  if (!row) throw notFound('refund');
  if (!mayTakeRefundStep(step, row.status)) throw conflict(`refund_${step}`, { status: row.status });
  return row;
}

async function setStatus(sql: Connection, id: number, status: RefundStatus): Promise<void> {
  await sql`update refund set status = ${status}, updated_at = now() where id = ${id}`;
}

/** Goods are taken back and inspected by those whose warehouse it is, and not by the dealer. */
async function requireReceiving({ account, db }: Caller<Account>, id: number): Promise<void> {
  const row = await db.selectFrom('refund').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('refund');
  if (!isOfEnterprise(account) && account.party?.kind !== 'factory') throw noAccess();
}

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
