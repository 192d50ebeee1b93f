import { changingNothing } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import type { EventRef } from '#trace/state/code-record.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { impliedAmong } from '#trace/state/package-contents.ts';
import { type WaybillDealers, whereaboutsOf } from '#trace/state/sold-to.ts';
import type { CodeFacts } from '../rules/rule.ts';
import { heldSince } from './held-codes.ts';

/** The facts of codes according to events. Codes without events are left out, because no rule fires on their facts. */
export async function codeFacts(
  sql: Connection,
  codes: readonly number[],
  waybillDealers: WaybillDealers,
): Promise<Map<number, CodeFacts>> {
  const ids = await actedAmong(sql, codes);
  if (ids.length === 0) return new Map();
  const codeRecords = await readCodes(sql, ids);
  const records = codeRecords.among(ids);
  const [whereabouts, expiry, held] = await Promise.all([
    whereaboutsOf(sql, codeRecords, ids, waybillDealers),
    expiryDates(sql, [...new Set(records.flatMap(({ lotId }) => lotId ?? []))]),
    heldSince(sql, codeRecords, records),
  ]);
  return new Map(
    records.map((record) => [
      record.id,
      {
        life: record.life,
        closed: record.closed,
        lastEventAt: record.lastAt,
        expiryDate: record.lotId === null ? null : (expiry.get(record.lotId) ?? null),
        lotId: record.lotId,
        waybillId: waybillOf(codeRecords.outermostOf(record).shippedBy),
        held: held(record),
        at: whereabouts.get(record.id)?.at ?? null,
        sold: whereabouts.get(record.id)?.sold ?? null,
      },
    ]),
  );
}

/** The waybill of a shipment: what was signed for is on it no more, and came by it. */
const waybillOf = (shippedBy: EventRef | null): number | null =>
  shippedBy?.waybillId ?? shippedBy?.forWaybillId ?? null;

/** The codes that have events; most scanned codes are only bound by their order. */
async function actedAmong(sql: Connection, codes: readonly number[]): Promise<number[]> {
  const ids = codes.filter((code) => code > 0);
  if (ids.length === 0) return [];
  const [children, eventCodes, inSets] = await Promise.all([
    sql<{ code: number }[]>`select child as code from packing where child = any(${ids}::bigint[])`,
    sql<{ code: number }[]>`
      select distinct code from event_code
      where code = any(${ids}::bigint[]) and act <> all(${changingNothing as number[]}::smallint[])`,
    impliedAmong(sql, ids),
  ]);
  return [...new Set([...[...children, ...eventCodes].map(({ code }) => code), ...inSets.map(({ id }) => id)])];
}

/** The expiry dates of lots that have one, such as `2026-01-31`. */
export async function expiryDates(sql: Connection, lots: readonly number[]): Promise<Map<number, string>> {
  if (lots.length === 0) return new Map();
  const rows = await sql<{ id: number; expiry_date: string }[]>`
    select id, to_char(expiry_date, 'YYYY-MM-DD') as expiry_date from lot
    where id = any(${lots as number[]}::bigint[]) and expiry_date is not null`;
  return new Map(rows.map(({ id, expiry_date }) => [id, expiry_date]));
}
