import { hour } from '@suyuan/contract/durations.ts';
import { exceptionDueWithin } from '@suyuan/contract/trace/due.ts';
import type { Connection } from '#platform/database/database.ts';
import { text } from '#platform/language.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { doneNow } from '#trace/lookup/events-together.ts';
import type { DamagedCode, DamagedGoods } from '#trace/services.ts';
import { liftedBy } from '../goods/held-goods.ts';
import { holdNumbers, tellOwner } from './hold-making.ts';

/**
 * Provides the holds of damaged goods. Whoever signs for goods, or takes them off a waybill, tells what is damaged; from then on it is
 * held by its code, as goods are that somebody holds by hand, and released by somebody else, or moved to quarantine, scrapped or sent
 * back.
 */
export default function provideDamagedGoods({ notices }: Services, shared: SharedServices): void {
  const { capture, damagedGoods } = shared;

  type HoldArgs = Parameters<DamagedGoods['hold']>;
  const holdAs = async (how: 'damagedBy' | 'damagedOff', ...[sql, waybill, codes, telling]: HoldArgs) => {
    const { id: waybillId, waybill_no } = waybill;
    const { account, language } = telling;
    const notes = [...new Set(codes.flatMap(({ note }) => note?.trim() || []))].join('；');
    const reason = text(language, `hold.${how}`, { waybill: waybill_no }) + (notes && ` (${notes})`);
    const owner_id = await ownerOf(sql, waybillId, account.id);
    const due = new Date(Date.now() + exceptionDueWithin.shipment_difference * hour);
    const { prefix, sequence, table, column } = holdNumbers;
    const [row] = await sql<{ id: number; hold_no: string }[]>`
      insert into quality_hold (hold_no, scope_kind, scope, reason, waybill_id, owner_id, due_at, created_by)
      values (next_free_number(${prefix}, ${sequence}, ${table}, ${column}), 'codes', ${scopeOf(codes)}, ${reason},
        ${how === 'damagedBy' ? waybillId : null}, ${owner_id}, ${due}, ${account.id})
      returning id, hold_no`;
    const { id, hold_no } = row as { id: number; hold_no: string };
    const document = { kind: 'quality_hold', id } as const;
    const event = { act: 'hold', document, lots: [], codes: codes.map((one) => one.id), places: [] } as const;
    await capture.captureIn(sql, [{ ...event, reason: `${hold_no}: ${reason}`, ...doneNow({ account }) }]);
    await tellOwner(notices, sql, { id, hold_no, owner_id }, account);
    return hold_no;
  };

  const letGo: DamagedGoods['letGo'] = async (sql, waybillId, { account, language, reason }) => {
    const holds = await sql<{ id: number }[]>`
      select id from quality_hold where waybill_id = ${waybillId} and status = 'held' order by id for update`;
    const why = `${text(language, 'exception.unsigned')} ${reason}`;
    for (const { id } of holds) {
      const document = { kind: 'quality_hold', id } as const;
      const releases = await liftedBy(sql, document);
      await capture.captureIn(sql, [
        { act: 'release', document, holds: releases, reason: why, ...doneNow({ account }) },
      ]);
      const now = new Date();
      await sql`
        update quality_hold set status = 'released', released_at = ${now}, released_by = ${account.id}, release_reason = ${why},
          updated_at = ${now}
        where id = ${id}`;
    }
  };

  damagedGoods.provide({
    hold: (...args) => holdAs('damagedBy', ...args),
    holdTakenOff: (...args) => holdAs('damagedOff', ...args),
    letGo,
  });
}

const scopeOf = (codes: readonly DamagedCode[]): string =>
  codes
    .slice(0, 3)
    .map(({ code }) => code)
    .join('、') + (codes.length > 3 ? ` … (${codes.length})` : '');

/**
 * The person of the enterprise who decides about what arrived damaged: the keeper of the warehouse that it arrived at, or who sees to
 * the dealer; else the keeper of the warehouse that it left, or who told it; an administrator if all of these are of a party.
 */
async function ownerOf(sql: Connection, waybillId: number, tellerId: number): Promise<number> {
  const [owner] = await sql<{ id: number }[]>`
    select a.id
    from waybill b
    left join warehouse to_w on to_w.id = b.to_warehouse_id
    left join dealer to_d on to_d.id = b.to_dealer_id
    left join warehouse from_w on from_w.id = b.from_warehouse_id
    join account a on a.account_type = 1 and a.status = 'enabled'
      and (a.administrator or a.id in (to_w.keeper_id, to_d.manager_id, from_w.keeper_id, ${tellerId}))
    where b.id = ${waybillId}
    order by array_position(array[to_w.keeper_id, to_d.manager_id, from_w.keeper_id, ${tellerId}::bigint], a.id) nulls last, a.id
    limit 1`;
  return owner?.id ?? tellerId;
}
