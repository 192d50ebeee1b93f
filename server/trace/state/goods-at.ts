import { changingNothing, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import type { GoodsUnits } from '../goods.ts';
import { CodeRecords } from './code-records.ts';

/** A package or single unit that lies in no package. */
export interface StandingCode {
  readonly code: number;
  readonly level: number;
  readonly units: number;
  /** Null if it holds goods of several. */
  readonly productId: number | null;
  readonly lotId: number | null;
  readonly complete: boolean;
  /** What it holds by product and lot, if that is more than one. */
  readonly mixed: readonly GoodsUnits[] | null;
}

/** Which goods are looked for; all by default. A lot of 0 is none. */
interface Narrowed {
  readonly productId?: number | undefined;
  readonly lots?: readonly number[] | undefined;
}

interface PackageRow {
  readonly code: number;
  readonly level: number;
  readonly units: number;
  readonly product_id: number | null;
  readonly lot_id: number | null;
  readonly complete: boolean;
  readonly mixed: readonly GoodsUnits[] | null;
  readonly packed_by: number;
  readonly named: boolean;
  /** An event says that it went elsewhere, which may have been declared wrong. */
  readonly doubtful: boolean;
}

/**
 * The outermost codes of what lies at some places. It asks the packages of the lots that are in stock there, on all nodes of a
 * cluster, and looks up the events of these; what has left long ago is passed over there. Events are never searched.
 */
export async function goodsAt(
  sql: Connection,
  places: readonly number[],
  narrowed: Narrowed = {},
): Promise<StandingCode[]> {
  if (places.length === 0) return [];
  const lots = narrowed.lots ?? (await lotsAt(sql, places, narrowed.productId));
  if (lots.length === 0) return [];
  const [packages, singles] = await Promise.all([packagesAt(sql, places, lots), singlesAt(sql, places)]);
  const placeOf = await placesOfEvents(sql, packages);
  const records = new CodeRecords(sql);
  await records.read(packages.flatMap(({ code, doubtful }) => (doubtful ? code : [])));
  const there = packages.filter(({ code, named, packed_by, doubtful }) => {
    if (doubtful) return lieThere(records, code, places);
    return named || places.includes(placeOf.get(packed_by) ?? 0);
  });
  const found = [...there.map(asStanding), ...(await unitsAmong(sql, singles, places))];
  return found.filter((one) => isWanted(one, lots, narrowed.productId)).sort((a, b) => a.code - b.code);
}

/** Whether goods that exist lie at one of the places, by what their events come to. */
function lieThere(records: CodeRecords, code: number, places: readonly number[]): boolean {
  const record = records.of(code);
  return records.lifeOf(record) === 'active' && places.includes(records.placeOf(record) ?? 0);
}

const asStanding = ({ code, level, units, product_id, lot_id, complete, mixed }: PackageRow): StandingCode => ({
  ...{ code, level, units, complete, mixed },
  productId: product_id,
  lotId: lot_id,
});

/** Whether a code holds goods of a wanted product and lot. */
function isWanted({ productId, lotId, mixed }: StandingCode, lots: readonly number[], product?: number): boolean {
  const goods = mixed ?? [{ productId, lotId }];
  return goods.some((one) => lots.includes(one.lotId ?? 0) && (product === undefined || one.productId === product));
}

/** The lots in stock at places; 0 stands for goods without a lot. */
async function lotsAt(sql: Connection, places: readonly number[], product: number | undefined): Promise<number[]> {
  const there = sql`place_id = any(${places as number[]}::bigint[])
    and ${product === undefined ? sql`true` : sql`product_id = ${product}`}`;
  const rows = await sql<{ lot_id: number }[]>`
    select lot_id from (
      select lot_id, product_id, place_id, units from stock where ${there}
      union all
      select lot_id, product_id, place_id, units from stock_delta where ${there}
    ) s group by lot_id, product_id, place_id having sum(units) <> 0`;
  return [...new Set(rows.map(({ lot_id }) => lot_id))];
}

/**
 * The outermost packages of lots, and of no single lot, that an event has left at one of the places and none took away since; and
 * those that no event names, as many of a file: their place is that of the event which packed them. An arrival that was declared
 * wrong took nothing away.
 */
const packagesAt = (sql: Connection, places: readonly number[], lots: readonly number[]) => sql<PackageRow[]>`
  select k.code, k.level, k.units, k.product_id, k.lot_id, k.complete, k.mixed, k.packed_by,
    exists (select from event_code n where n.code = k.code and n.act <> all(${idle}::smallint[])) as named,
    exists (
      select from event_code l
      where l.code = k.code and l.act = any(${doubted}::smallint[]) and ${elsewhere(sql, places)}
        and not exists (
          select from event_code e
          where e.code = l.code and e.place_id = any(${places as number[]}::bigint[]) and e.act <> all(${idle}::smallint[])
            and (e.event_time, e.event_id) > (l.event_time, l.event_id)
        )
    ) as doubtful
  from package k
  where (k.lot_id = any(${lots as number[]}::bigint[]) or k.lot_id is null)
    and not exists (select from packing p where p.child = k.code)
    and (
      not exists (select from event_code n where n.code = k.code and n.act <> all(${idle}::smallint[]))
      or exists (
        select from event_code e
        where e.code = k.code and e.place_id = any(${places as number[]}::bigint[]) and e.act <> all(${idle}::smallint[])
          and not exists (
            select from event_code l
            where l.code = e.code and l.act <> all(${uncertain}::smallint[]) and ${elsewhere(sql, places)}
              and (l.event_time, l.event_id) > (e.event_time, e.event_id)
          )
      )
    )`;

/** Single units that an event has left at one of the places, and none took away since. */
async function singlesAt(sql: Connection, places: readonly number[]): Promise<number[]> {
  const rows = await sql<{ code: number }[]>`
    select distinct e.code from event_code e
    where e.units = 1 and e.place_id = any(${places as number[]}::bigint[]) and e.act <> all(${idle}::smallint[])
      and not exists (select from packing p where p.child = e.code)
      and not exists (select from package k where k.code = e.code)
      and not exists (
        select from event_code l
        where l.code = e.code and l.act <> all(${uncertain}::smallint[]) and ${elsewhere(sql, places)}
          and (l.event_time, l.event_id) > (e.event_time, e.event_id)
      )`;
  return rows.map(({ code }) => code);
}

const idle = [...changingNothing];
/** Events that may have been declared wrong: then goods are where they were before. */
const doubted = (['receive', 'lose', 'scrap', 'sample', 'reject', 'bind', 'pack'] as const).map(
  (one): number => eventTypes[one].no,
);
const uncertain = [...changingNothing, ...doubted];

/** Whether an event `l` leaves goods at none of the places. */
const elsewhere = (sql: Connection, places: readonly number[]): Fragment =>
  sql`not coalesce(l.place_id = any(${places as number[]}::bigint[]), false)`;

/** The places of the events that packed what no event names. */
async function placesOfEvents(sql: Connection, packages: readonly PackageRow[]): Promise<ReadonlyMap<number, number>> {
  const events = [...new Set(packages.flatMap(({ named, packed_by }) => (named ? [] : packed_by)))];
  if (events.length === 0) return new Map();
  const rows = await sql<{ id: number; place_id: number }[]>`
    select id, place_id from trace_event where id = any(${events}::bigint[]) and place_id is not null`;
  return new Map(rows.map(({ id, place_id }) => [id, place_id]));
}

/** Those of some codes that are single units at the places. */
async function unitsAmong(sql: Connection, codes: readonly number[], places: readonly number[]) {
  if (codes.length === 0) return [];
  const records = new CodeRecords(sql);
  await records.read(codes);
  return records.among(codes).flatMap((record): StandingCode[] => {
    const { id: code, level, productId, lotId, parent, contents } = record;
    if (level > 1 || parent !== null || contents || !lieThere(records, code, places)) return [];
    return [{ code, level, units: 1, productId, lotId, complete: true, mixed: null }];
  });
}
