import type { WaybillOfCode } from '@suyuan/contract/physical/stock/stock.ts';
import type { EventRow } from '@suyuan/contract/trace/event-row.ts';
import { eventTypeOf, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Kysely } from 'kysely';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import type { Schema } from '#platform/database/schema.ts';
import { among } from '#platform/database/statements/among.ts';
import type { Services } from '#platform/services.ts';
import { making } from '../capture/event.table.ts';
import { readTexts } from '../read-texts.ts';
import { visibleNames } from '../visible-names.ts';
import type { Reading } from './code-lookup.ts';

type Named = 'order_no' | 'waybill_no' | 'by' | 'reprint';

interface StoredEvent extends Omit<EventRow, Named | 'act' | 'event_time' | 'recorded_at' | 'codes'> {
  readonly act: number;
  readonly event_time: Date;
  readonly recorded_at: Date;
  readonly codes: readonly number[];
  readonly device_key_id: number | null;
}

interface RowReading {
  readonly sql: Connection;
  /** The database of the reader, which shows no rows of others. */
  readonly db: Kysely<Schema>;
  readonly rules: Pick<RuleBook, 'texts'>;
}

/**
 * The latest events, last recorded first. `where` is a condition on the event `e`. Codes of a file share an event, which may be
 * declared wrong for some of them only. `events` are the events of the one requested code: an event counts as corrected
 * only if the correcting event is among them. Documents and people that the reader may not see are left out.
 */
export async function eventRows(
  { sql, db, rules }: RowReading,
  where: Fragment,
  { size, events }: { readonly size: number; readonly events?: readonly number[] },
): Promise<EventRow[]> {
  const rows = await sql<StoredEvent[]>`
    select e.id, e.act, e.event_time, e.recorded_at, e.reason, e.work_order_id, e.waybill_id, e.product_id, p.product_name,
      l.lot_no as lot, e.account_id, e.device_key_id, e.corrects, e.error_reason, e.codes, e.code_count,
      exists (select from trace_event c where c.corrects = e.id and ${events ? sql`c.id ${among(sql, events)}` : sql`true`}) as corrected
    from trace_event e
    left join product p on p.id = e.product_id
    left join lot l on l.id = e.lot_id
    where ${where}
    order by e.recorded_at desc, e.id desc limit ${size}`;
  const [texts, reprints, orders, waybills, people, devices] = await Promise.all([
    rules.texts(sql, [...new Set(rows.flatMap(({ codes }) => codes))]),
    reprintsAmong(sql, rows),
    visibleNames(
      db,
      'work_order',
      rows.map(({ work_order_id }) => work_order_id),
    ),
    visibleNames(
      db,
      'waybill',
      rows.map(({ waybill_id }) => waybill_id),
    ),
    visibleNames(
      db,
      'account',
      rows.map(({ account_id }) => account_id),
    ),
    visibleNames(
      db,
      'device_key',
      rows.map(({ device_key_id }) => device_key_id),
    ),
  ]);
  return rows.map(({ act: eventType, event_time, recorded_at, codes, device_key_id, ...row }) => {
    const [order, waybill] = [orders.get(row.work_order_id ?? 0), waybills.get(row.waybill_id ?? 0)];
    const person = people.get(row.account_id ?? 0);
    const device = devices.get(device_key_id ?? 0) ?? null;
    return {
      ...row,
      reprint: reprints.get(row.id) ?? null,
      work_order_id: order === undefined ? null : row.work_order_id,
      order_no: order ?? null,
      waybill_id: waybill === undefined ? null : row.waybill_id,
      waybill_no: waybill ?? null,
      account_id: person === undefined ? null : row.account_id,
      by: person ?? device,
      for_device: row.account_id === null ? null : device,
      act: eventTypeOf(eventType),
      event_time: event_time.toISOString(),
      recorded_at: recorded_at.toISOString(),
      codes: codes.map((code) => texts.get(code) ?? ''),
    };
  });
}

/**
 * Which of some events are reprints, and the how manieth of the label of their code. Only reprints name a code by itself: printings by
 * machines name ranges.
 */
async function reprintsAmong(
  sql: Connection,
  events: readonly Pick<StoredEvent, 'act' | 'codes'>[],
): Promise<ReadonlyMap<number, number>> {
  const { no } = eventTypes.print;
  const codes = events.flatMap(({ act: eventType, codes: named }) => (eventType === no ? named.slice(0, 1) : []));
  if (codes.length === 0) return new Map();
  const rows = await sql<{ event_id: number; code: number }[]>`
    select event_id, code from event_code where code = any(${[...new Set(codes)]}::bigint[]) and act = ${no} order by event_id`;
  return new Map(
    [...Map.groupBy(rows, ({ code }) => code).values()].flatMap((ofCode) =>
      ofCode.map(({ event_id }, at) => [event_id, at + 1] as const),
    ),
  );
}

/** Places that a party may own, by the tables that they stand for. */
const ownPlaces = ['warehouse', 'dealer', 'ship_to'] as const;

/**
 * The condition on an event `e` that a party took part in: it is on a waybill that it sends or receives, was done by its people
 * or devices, leads to one of its places (the only link of returns to a party), or made the goods of its work orders. Where
 * goods went afterwards concerns others. The enterprise takes part in everything.
 */
export async function ownEvents(
  sql: Connection,
  { account, db }: Pick<Caller<Account>, 'account' | 'db'>,
): Promise<() => Fragment> {
  if (!account.party) return () => sql`true`;
  const own = async (table: 'waybill' | 'account' | 'device_key' | 'work_order' | (typeof ownPlaces)[number]) =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => id);
  const [waybills, people, devices, orders, ...places] = await Promise.all([
    own('waybill'),
    own('account'),
    own('device_key'),
    own('work_order'),
    ...ownPlaces.map(own),
  ]);
  const ofKinds = ownPlaces.map((kind, at) => sql`or (kind = ${kind} and ref_id = any(${places[at] ?? []}::bigint[]))`);
  // A fragment that a promise resolved to would be sent as a statement.
  return () => sql`(e.waybill_id = any(${waybills}::bigint[]) or e.account_id = any(${people}::bigint[])
    or e.device_key_id = any(${devices}::bigint[])
    or (e.work_order_id = any(${orders}::bigint[]) and e.waybill_id is null and e.act = any(${making as number[]}::smallint[]))
    or e.place_id in (select id from place where false ${ofKinds}))`;
}

type OfWaybill = WaybillOfCode & { readonly of: number };

/**
 * The waybills that codes are or were on, the latest first: those that `db` shows, which is the database of the reader,
 * with the dealers that it shows.
 */
export async function waybillsOfCodes(
  sql: Connection,
  db: Kysely<Schema>,
  codes: readonly number[],
): Promise<OfWaybill[]> {
  if (codes.length === 0) return [];
  const rows = await sql<{ of: number; id: number; units: number; loaded_at: Date }[]>`
    select code as of, waybill_id as id, safe_integer(sum(units)) as units, min(loaded_at) as loaded_at
    from waybill_goods where code = any(${codes as number[]}::bigint[])
    group by code, waybill_id order by min(loaded_at) desc`;
  if (rows.length === 0) return [];
  const waybillRows = await db
    .selectFrom('waybill as b')
    .leftJoin('dealer as d', 'd.id', 'b.to_dealer_id')
    .select(['b.id', 'b.waybill_no', 'b.kind', 'b.status', 'd.dealer_name'])
    .where('b.id', 'in', [...new Set(rows.map(({ id }) => id))])
    .execute();
  const waybills = new Map(waybillRows.map((one) => [one.id, one]));
  return rows.flatMap(({ of, id, units, loaded_at }) => {
    const waybill = waybills.get(id);
    return waybill ? [{ of, ...waybill, units, loaded_at: loaded_at.toISOString() }] : [];
  });
}

/** The longest text that lists keep of what is no code. */
const longestText = 256;

/** The filter of a list by the code in its rows: the code that a scanned or typed text is read as, or the text itself. */
export async function codeOfRows(
  { system }: Pick<Services, 'system'>,
  { rules }: Pick<Reading, 'rules'>,
  { code }: { readonly code?: string | undefined },
): Promise<{ readonly code?: string }> {
  const { sql } = system.codes;
  if (!code?.trim()) return {};
  const [reading] = await readTexts({ sql, rules, reportsMisread: false }, [code]);
  return { code: reading?.code && !reading.refused ? reading.code.code : code.trim().slice(0, longestText) };
}
