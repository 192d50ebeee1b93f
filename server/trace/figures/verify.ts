import { intersect, numbersIn, type Range, union } from '@suyuan/codes/sets/ranges.ts';
import { eventTypeOf, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { Measure } from '../goods.ts';
import { type CodeRecord, measureOf, unitsOf } from '../state/code-record.ts';

import { inOrder } from '../state/issue-facts.ts';
import { Ledger } from '../state/ledger.ts';

/** A stored value that differs from what the events add up to. */
export interface Difference {
  /** The table, and which of its rows. */
  readonly where: string;
  readonly kept: number;
  readonly counted: number;
  /** The last event about it: its kind and id, when, and by whom. */
  readonly last: string | null;
}

/** The measures that are recounted. */
const measures = [
  'bound',
  'packed',
  'loose',
  'rejected',
  'sampled',
  'destroyed',
  'packages',
  'remainders',
  'put_aside',
  'scrapped',
  'reads',
  'good_reads',
  'running_seconds',
  'standing_seconds',
] satisfies Measure[];
/** How many codes are told at once, and in how many those that events are about are looked for at once. */
const [chunk, stretch] = [5000, 100_000];

/**
 * Recounts package contents, stock and figures from the events, with the ledger that derives states everywhere else, and returns
 * where the stored values differ. Reads one snapshot (repeatable read) and takes no locks that others wait for.
 */
export async function differences(sql: Sql): Promise<Difference[]> {
  return sql.begin('isolation level repeatable read', async (transaction) => {
    const sums = await count(transaction);
    const rows = [
      ...compared('package', sums.units, await keptUnits(transaction, sums.implied)),
      ...compared('stock', sums.stock, await keptStock(transaction)),
      ...compared('figure', sums.figures, await keptFigures(transaction)),
    ];
    return Promise.all(rows.map(async (one) => ({ ...one, last: await lastEventOf(transaction, one.where) })));
  }) as Promise<Difference[]>;
}

class Sums extends Map<string, number> {
  add(key: string, amount: number): void {
    this.set(key, (this.get(key) ?? 0) + amount);
  }
}

interface Counted {
  readonly units: Sums;
  /** Units in packages that are implied by a confirmed set, which have no row of `package`. */
  readonly implied: Sums;
  readonly stock: Sums;
  readonly figures: Sums;
}

async function count(sql: Connection): Promise<Counted> {
  const sums = { units: new Sums(), implied: new Sums(), stock: new Sums(), figures: new Sums() };
  for await (const ids of actedOn(sql)) {
    const ledger = new Ledger(sql);
    await ledger.read(ids);
    for (const id of ids) countOne(sums, ledger, ledger.get(id));
  }
  for (const { key, quantity } of await statelessFigures(sql)) sums.figures.add(key, quantity);
  return sums;
}

/**
 * The codes that events are about, some at a time: most of those issued may never have been used. Of a set all codes, because its
 * events name the outermost ones only.
 */
async function* actedOn(sql: Connection): AsyncGenerator<number[]> {
  const orders = await sql<(Range & { inSet: boolean })[]>`
    select first_id as first, last_id as last, set_id is not null as "inSet" from code_order order by first_id`;
  const ofSets = union(orders.filter(({ inSet }) => inSet));
  for (const part of stretchesOf(orders)) {
    const ids = inOrder([...(await writtenIn(sql, part)), ...intersect(ofSets, [part]).flatMap(numbersIn)]);
    for (let at = 0; at < ids.length; at += chunk) yield ids.slice(at, at + chunk);
  }
}

/** Ranges of at most `stretch` ids that cover sorted ones: small ones share a range, large ones are split. */
function stretchesOf(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const { first, last } of ranges) {
    const open = all.at(-1);
    if (open && last - open.first < stretch) all[all.length - 1] = { first: open.first, last };
    else
      for (let from = first; from <= last; from += stretch)
        all.push({ first: from, last: Math.min(last, from + stretch - 1) });
  }
  return all;
}

/** The codes of a range that have rows: that events name, that lie in a package, or that are one. */
async function writtenIn(sql: Connection, { first, last }: Range): Promise<number[]> {
  const groups = await Promise.all([
    sql<{ id: number }[]>`select distinct code as id from event_code where code between ${first} and ${last}`,
    sql<{ id: number }[]>`select child as id from packing where child between ${first} and ${last}`,
    sql<{ id: number }[]>`select code as id from package where code between ${first} and ${last}`,
  ]);
  return groups.flatMap((rows) => rows.map(({ id }) => id));
}

/** Figures that follow from no state: how often units were put aside and scrapped, counted from events, and the times and reads of lines. */
const statelessFigures = (sql: Connection) => sql<{ key: string; quantity: number }[]>`
  with aside as materialized (
    select event_id, act, sum(units) as units from event_code
    where act in (${eventTypes.reject.no}, ${eventTypes.scrap.no}) group by event_id, act
  )
  select concat_ws(' ', measure, work_order_id, product_id, lot_id) as key, safe_integer(sum(quantity)) as quantity
  from (
    select case a.act when ${eventTypes.reject.no} then 'put_aside' else 'scrapped' end as measure, coalesce(e.work_order_id, 0) as work_order_id,
      coalesce(e.product_id, 0) as product_id, coalesce(e.lot_id, 0) as lot_id,
      case when e.corrects is null then a.units else -a.units end as quantity
    from aside a join trace_event e on e.id = a.event_id
    union all
    select n.measure, s.work_order_id, coalesce(w.product_id, 0), coalesce(w.lot_id, 0), n.quantity
    from line_stretch s left join work_order w on w.id = s.work_order_id, lateral (values
      (s.condition || '_seconds', extract(epoch from s.ends_at - s.begins_at)::bigint),
      ('reads', s.reads), ('good_reads', s.good_reads)) n (measure, quantity)
  ) reported
  where quantity <> 0
  group by 1`;

function countOne({ units, implied, stock, figures }: Counted, ledger: Ledger, record: CodeRecord | undefined): void {
  if (!record || record.life === 'issued') return;
  if (record.parent !== null) units.add(String(record.parent), unitsOf(record));
  if (record.contents) {
    const { implied: follows, units: inside, complete, packedBy } = record.contents;
    if (follows) implied.add(String(record.id), inside);
    figures.add(figureKey('packages', packedBy), 1);
    if (!complete) figures.add(figureKey('remainders', packedBy), 1);
  }
  const measure = measureOf(record);
  if (!measure) return;
  const { productId, lotId } = record;
  figures.add(figureKey(measure, record), 1);
  figures.add(figureKey('bound', record), 1);
  const place = ledger.placeOf(record);
  const isThere = record.life === 'active' && place !== null && productId !== null;
  if (isThere) stock.add(`${place} ${productId} ${lotId ?? 0}`, 1);
}

/** The key of a figure: by product and lot, too, so that reports that are grouped by these add up to what the orders do. */
const figureKey = (measure: Measure, { workOrderId, productId, lotId }: OnGoods): string =>
  `${measure} ${workOrderId ?? 0} ${productId ?? 0} ${lotId ?? 0}`;

type OnGoods = Pick<CodeRecord, 'workOrderId' | 'productId' | 'lotId'>;

async function keptUnits(sql: Connection, implied: Sums): Promise<Sums> {
  const rows = await sql<{ code: number; units: number }[]>`select code, units from package`;
  return sumsOf([...implied, ...rows.map(({ code, units }) => [String(code), units] as const)]);
}

async function keptStock(sql: Connection): Promise<Sums> {
  const rows = await sql<{ key: string; units: number }[]>`
    select concat_ws(' ', place_id, product_id, lot_id) as key, safe_integer(sum(units)) as units
    from (
      select place_id, product_id, lot_id, units from stock
      union all select place_id, product_id, lot_id, units from stock_delta
    ) all_of_it
    group by 1`;
  return sumsOf(rows.map(({ key, units }) => [key, units]));
}

/** What is recounted, and what is below zero: nothing that was counted can have happened less often than never. */
async function keptFigures(sql: Connection): Promise<Sums> {
  const rows = await sql<{ key: string; quantity: number }[]>`
    select concat_ws(' ', measure, work_order_id, product_id, lot_id) as key, safe_integer(sum(quantity)) as quantity
    from (
      select measure, work_order_id, product_id, lot_id, quantity from figure
      union all select measure, work_order_id, product_id, lot_id, quantity from figure_delta
    ) all_of_it
    group by measure, work_order_id, product_id, lot_id
    having measure = any(${measures}::text[]) or sum(quantity) < 0`;
  return sumsOf(rows.map(({ key, quantity }) => [key, quantity]));
}

const sumsOf = (entries: readonly (readonly [string, number])[]): Sums => new Sums(entries);

function compared(table: string, counted: Sums, kept: Sums): Omit<Difference, 'last'>[] {
  const keys = new Set([...counted.keys(), ...kept.keys()]);
  return [...keys].flatMap((key) => {
    const [is, ought] = [kept.get(key) ?? 0, counted.get(key) ?? 0];
    return is === ought ? [] : [{ where: `${table} ${key}`, kept: is, counted: ought }];
  });
}

/** The latest event about the package, the place and product, or the work order of a difference. */
async function lastEventOf(sql: Connection, where: string): Promise<string | null> {
  const [table, first = 0, second = 0] = where.split(' ').map((part, at) => (at === 0 ? part : Number(part) || 0));
  const about =
    table === 'package'
      ? sql`e.id in (
          select event_id from event_code where code = ${first} union all select packed_by from package where code = ${first})`
      : table === 'stock'
        ? sql`e.place_id = ${first} and e.product_id = ${second}`
        : sql`e.work_order_id = ${second}`;
  const [event] = await sql<{ id: number; act: number; recorded_at: Date; by: string | null }[]>`
    select e.id, e.act, e.recorded_at, coalesce(a.account_name, 'device ' || e.device_key_id) as by
    from trace_event e left join account a on a.id = e.account_id
    where ${about} order by e.id desc limit 1`;
  return event
    ? `${eventTypeOf(event.act)} ${event.id}, ${event.recorded_at.toISOString()}, by ${event.by ?? 'nobody known'}`
    : null;
}
