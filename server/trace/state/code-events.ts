import { type CodeRole, changingNothing, eventTypeOf } from '@suyuan/contract/trace/events.ts';
import type { PlaceKind } from '@suyuan/contract/trace/states.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import {
  type GoodsUnits,
  type LotColumns,
  type LotFacts,
  lotColumns,
  lotFacts,
  type ProductColumns,
  type ProductFacts,
  productColumns,
  productFacts,
} from '../goods.ts';
import { type CodeRecord, type EventRef, recordContents, recordEvent, recordPacking } from './code-record.ts';

import { isDense, rangesAround } from './issue-facts.ts';
import { applySets, roleNumbers, type SetEvents } from './ordered-sets.ts';

const codeRoles = ['item', 'parent', 'successor', 'set'] as const satisfies CodeRole[];

interface NamedRow {
  readonly code: number;
  readonly event_id: number;
  readonly act: number;
  readonly naming: number;
}

interface PackingRow {
  readonly child: number;
  readonly parent: number;
  readonly packed_by: number;
}

interface PackageRow {
  readonly code: number;
  readonly packed_by: number;
  readonly work_order_id: number | null;
  readonly product_id: number | null;
  readonly lot_id: number | null;
  readonly units: number;
  readonly children: number;
  readonly capacity: number | null;
  readonly complete: boolean;
  readonly seen: boolean;
  readonly mixed: readonly GoodsUnits[] | null;
}

interface EventRow extends Omit<LotColumns, 'lot_id' | 'lot_no'>, ProductColumns {
  readonly id: number;
  readonly event_time: Date;
  readonly place_id: number | null;
  readonly place_kind: PlaceKind | null;
  readonly work_order_id: number | null;
  readonly lot_id: number | null;
  readonly lot_no: string | null;
  readonly waybill_id: number | null;
  readonly off_waybill: boolean;
  readonly corrects: number | null;
  readonly by_person: boolean;
}

/** The rows about some codes: what they are packed in, their contents, and which events name them. */
export interface CodeEvents {
  readonly packings: readonly PackingRow[];
  readonly packages: readonly PackageRow[];
  readonly named: readonly NamedRow[];
  /** If some of them are codes of sets. */
  readonly sets?: SetEvents | undefined;
}

const idle: ReadonlySet<number> = new Set(changingNothing);

/** Reads the rows about some codes, which are sorted. Rows of events that change nothing are left out. */
export async function readCodeEvents(sql: Connection, ids: readonly number[]): Promise<CodeEvents> {
  const [packings, packages, named] = await Promise.all([
    rowsOf<PackingRow>(sql, 'packing', ['child', 'parent', 'packed_by'], ids),
    rowsOf<PackageRow>(sql, 'package', packageColumns, ids),
    rowsOf<NamedRow>(sql, 'event_code', ['code', 'event_id', 'act', 'naming'], ids),
  ]);
  return { packings, packages, named: named.filter(({ act: eventType }) => !idle.has(eventType)) };
}

/** An event that was written; `corrects` is the event that it declares wrong. */
export interface KnownEvent {
  readonly ref: EventRef;
  readonly corrects: number | null;
  /** The kind of the place where it left the goods. */
  readonly placeKind: PlaceKind | null;
  readonly lot: LotFacts | null;
  readonly product: ProductFacts | null;
}

/** Reads the events that rows refer to, except for those in `events`. */
export async function readEvents(
  sql: Connection,
  { packings, packages, named, sets }: Partial<CodeEvents>,
  events: ReadonlyMap<number, KnownEvent> = new Map(),
): Promise<ReadonlyMap<number, KnownEvent>> {
  const ids = new Set<number>();
  for (const { packed_by } of [...(packings ?? []), ...(packages ?? [])]) ids.add(packed_by);
  for (const { event_id } of [...(named ?? []), ...(sets?.named ?? [])]) ids.add(event_id);
  for (const id of ids) if (events.has(id)) ids.delete(id);
  if (ids.size === 0) return new Map();
  const rows = await sql<EventRow[]>`
    select e.id, e.event_time, e.place_id, p.kind as place_kind, e.work_order_id, e.product_id, e.lot_id, e.waybill_id,
      e.off_waybill, e.corrects, e.account_id is not null and e.device_key_id is null as by_person, ${lotColumns(sql)}, ${productColumns(sql)}
    from trace_event e left join place p on p.id = e.place_id left join lot l on l.id = e.lot_id
      left join product r on r.id = e.product_id
    where e.id ${among(sql, [...ids])}`;
  return new Map(
    rows.map((row) => {
      const ref = {
        id: row.id,
        at: row.event_time.getTime(),
        placeId: row.place_id,
        waybillId: row.off_waybill ? null : row.waybill_id,
        forWaybillId: row.waybill_id,
        workOrderId: row.work_order_id,
        productId: row.product_id,
        lotId: row.lot_id,
        byPerson: row.by_person,
      };
      const { lot_id, lot_no } = row;
      const lot = lot_id === null || lot_no === null ? null : lotFacts({ ...row, lot_id, lot_no });
      return [row.id, { ref, corrects: row.corrects, placeKind: row.place_kind, lot, product: productFacts(row) }];
    }),
  );
}

/**
 * Applies events to records in the order in which they happened. Events that were declared wrong, those that declare it, and those in
 * `without` have no effect.
 */
export function applyEvents(
  records: ReadonlyMap<number, CodeRecord>,
  { packings, packages, named, sets }: CodeEvents,
  events: ReadonlyMap<number, KnownEvent>,
  without: ReadonlySet<number> = new Set(),
): void {
  const refOf = (id: number): EventRef => {
    const event = events.get(id);
    if (!event) throw new Error(`the referenced event ${id} does not exist`);
    return event.ref;
  };
  const corrected = [...events.values()].flatMap(({ corrects }) => corrects ?? []);
  const wrong = new Set([...without, ...corrected]);
  const isInForce = (id: number) => !wrong.has(id) && events.get(id)?.corrects === null;
  const inForce = named
    .filter(({ event_id }) => isInForce(event_id))
    .map((row) => ({ ...row, ref: refOf(row.event_id) }))
    .sort((a, b) => a.ref.at - b.ref.at || a.event_id - b.event_id);
  for (const { code, act: eventType, naming: role, ref } of inForce) {
    const record = records.get(code);
    if (record) recordEvent(record, eventTypeOf(eventType), codeRoles[role] as CodeRole, ref);
  }
  for (const row of packages) {
    const record = records.get(row.code);
    if (!record) continue;
    const { units, children, capacity, complete, seen, mixed } = row;
    recordContents(record, {
      packedBy: refOf(row.packed_by),
      workOrderId: row.work_order_id,
      productId: row.product_id,
      lotId: row.lot_id,
      units,
      children,
      capacity,
      complete,
      seen,
      mixed,
    });
  }
  for (const { child, parent, packed_by } of packings) {
    const record = records.get(child);
    if (record) recordPacking(record, parent, refOf(packed_by));
  }
  if (!sets) return;
  applySets(records, sets, (id) => (isInForce(id) ? refOf(id) : undefined), {
    packed: new Set(packings.map(({ child }) => child)),
    packages: new Set(packages.map(({ code }) => code)),
    emptied: emptiedBy(named.filter(({ event_id }) => !wrong.has(event_id))),
  });
}

/**
 * The packages that events left empty, each with the last such event. An event that declares a packing wrong empties the package,
 * too, if nothing else is left in it.
 */
const emptiedBy = (rows: readonly NamedRow[]): ReadonlyMap<number, number> =>
  new Map(
    rows
      .filter(empties)
      .toSorted((a, b) => a.event_id - b.event_id)
      .map(({ code, event_id }) => [code, event_id]),
  );

/** Whether an event leaves the package that it names empty. */
const empties = ({ act: eventType, naming: role }: NamedRow): boolean =>
  (eventTypeOf(eventType) === 'unpack' && role === roleNumbers.parent) ||
  (eventTypeOf(eventType) === 'replace' && role === roleNumbers.item);

const packageColumns = [
  'code',
  'packed_by',
  'work_order_id',
  'product_id',
  'lot_id',
  'units',
  'children',
  'capacity',
  'complete',
  'seen',
  'mixed',
] as const satisfies (keyof PackageRow)[];

/** The rows of a table about some codes; the first of `columns` holds the code. Uses ranges where the codes are dense. */
async function rowsOf<Row extends object>(
  sql: Connection,
  table: string,
  columns: readonly [keyof Row & string, ...(keyof Row & string)[]],
  ids: readonly number[],
): Promise<readonly Row[]> {
  const [code] = columns;
  const rows = sql`select ${sql(columns as readonly string[] as string[])} from ${sql(table)} where ${sql(code as string)}`;
  const ranges = rangesAround(ids, 64);
  if (!isDense(ids, ranges)) return sql<Row[]>`${rows} ${among(sql, ids)}`;
  const wantedIds = new Set(ids);
  const rowsOfRanges = await Promise.all(
    ranges.map(({ first, last }) => sql<Row[]>`${rows} between ${first} and ${last}`),
  );
  return rowsOfRanges.flat().filter((row) => wantedIds.has(row[code] as number));
}
