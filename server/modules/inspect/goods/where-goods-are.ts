import type { Balance } from '@suyuan/contract/inspect/goods-there.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { PlaceKind } from '@suyuan/contract/trace/states.ts';
import type { Connection } from '#platform/database/database.ts';
import { measureOf } from '#trace/state/code-record.ts';
import { Ledger } from '#trace/state/ledger.ts';

/** Whole lots, codes with all of their contents, or whatever is at places. */
export interface Targets {
  readonly lots: readonly number[];
  readonly codes: readonly number[];
  readonly places: readonly number[];
}

export interface AtPlace {
  readonly place_id: number;
  readonly kind: PlaceKind;
  readonly units: number;
}

/** Units that were made, and those of them that are at no place. */
interface Gone {
  readonly made: number;
  /** Scrapped by the line, or destroyed later, by themselves or with their package. */
  readonly destroyed: number;
  readonly sampled: number;
  /** Put aside by the line before they were stored anywhere. */
  readonly rejected: number;
  /** On the line: in no package yet, nor stored anywhere. */
  readonly unpacked: number;
}

/** Where the goods are, and how many no longer exist. */
export async function whereTheyAre(sql: Connection, targets: Targets): Promise<{ at: AtPlace[]; gone: Gone }> {
  if (targets.places.length > 0)
    return together(await lieThere(sql, targets.places), await codesAre(sql, targets.codes));
  return targets.lots.length > 0 ? lotsAre(sql, targets.lots) : codesAre(sql, targets.codes);
}

export function balanceOf({ at, gone }: { at: readonly AtPlace[]; gone: Gone }): Balance {
  const at_ = (...kinds: PlaceKind[]) =>
    at.reduce((sum, { kind, units }) => sum + (kinds.includes(kind) ? units : 0), 0);
  const totals = {
    in_stock: at_('warehouse', 'factory', 'line'),
    in_transit: at_('waybill'),
    with_dealers: at_('dealer', 'ship_to'),
    outside: at_('outside'),
    lost: at_('lost', 'missing'),
    returned: at_('refund'),
    destroyed: gone.destroyed,
    sampled: gone.sampled,
    rejected: gone.rejected,
    unpacked: gone.unpacked,
  };
  const accounted = Object.values(totals).reduce((sum, units) => sum + units, 0);
  return { made: gone.made, ...totals, unaccounted: gone.made - accounted };
}

/** What lies at places, and what was taken from there and is still followed. */
function together(one: { at: AtPlace[]; gone: Gone }, other: { at: AtPlace[]; gone: Gone }) {
  const gone = Object.fromEntries(
    Object.entries(one.gone).map(([part, units]) => [part, units + other.gone[part as keyof Gone]]),
  ) as unknown as Gone;
  return { at: [...one.at, ...other.at], gone };
}

/** Counts what is at places now. */
async function lieThere(sql: Connection, places: readonly number[]): Promise<{ at: AtPlace[]; gone: Gone }> {
  const ids = places as number[];
  const at = await sql<AtPlace[]>`
    with moved as (
      select place_id, units from stock where place_id = any(${ids}::bigint[])
      union all select place_id, units from stock_delta where place_id = any(${ids}::bigint[])
    )
    select m.place_id, p.kind, safe_integer(sum(m.units)) as units
    from moved m join place p on p.id = m.place_id
    group by 1, 2 having sum(m.units) <> 0`;
  const made = at.reduce((sum, { units }) => sum + units, 0);
  return { at, gone: { made, destroyed: 0, sampled: 0, rejected: 0, unpacked: 0 } };
}

/** Counts lots: the sums, plus the deltas of events that are not summed up yet. */
async function lotsAre(sql: Connection, lots: readonly number[]): Promise<{ at: AtPlace[]; gone: Gone }> {
  const ids = lots as number[];
  const [at, figures] = await Promise.all([
    sql<AtPlace[]>`
      with moved as (
        select place_id, units from stock where lot_id = any(${ids}::bigint[])
        union all select place_id, units from stock_delta where lot_id = any(${ids}::bigint[])
      )
      select m.place_id, p.kind, safe_integer(sum(m.units)) as units
      from moved m join place p on p.id = m.place_id
      group by 1, 2 having sum(m.units) <> 0`,
    sql<{ measure: string; work_order_id: number; quantity: number }[]>`
      select measure, work_order_id, safe_integer(sum(quantity)) as quantity from (
        select measure, work_order_id, quantity from figure where lot_id = any(${ids}::bigint[])
        union all select measure, work_order_id, quantity from figure_delta where lot_id = any(${ids}::bigint[])
      ) f where measure in ('bound', 'packed', 'loose', 'rejected', 'destroyed', 'sampled', 'discarded') group by 1, 2`,
  ]);
  const sumOf = (measure: string) =>
    figures.reduce((sum, one) => sum + (one.measure === measure ? one.quantity : 0), 0);
  const orders = figures.flatMap((one) => (one.measure === 'rejected' ? [one.work_order_id] : []));
  const [inPackages, rejected] = await Promise.all([
    sumOf('discarded') > 0 ? destroyedInPackages(sql, ids) : 0,
    sumOf('rejected') > 0 ? rejectedNowhere(sql, ids, orders) : 0,
  ]);
  const unitsInPlaces = at.reduce((sum, { units }) => sum + units, 0);
  const nowhere = sumOf('packed') + sumOf('loose') + sumOf('rejected') - inPackages - unitsInPlaces - rejected;
  return {
    at,
    gone: {
      made: sumOf('bound'),
      destroyed: sumOf('destroyed') + inPackages,
      sampled: sumOf('sampled'),
      rejected,
      // What is beyond the loose units is not known to be anywhere.
      unpacked: Math.max(0, Math.min(nowhere, sumOf('loose'))),
    },
  };
}

/** Units that were destroyed with the package they lie in; the figures still count them as packed. */
async function destroyedInPackages(sql: Connection, lots: number[]): Promise<number> {
  const [row] = await sql<{ units: number }[]>`
    select safe_integer(coalesce(sum(units), 0)) as units from (
      select k.units from package k
      where k.lot_id = any(${lots}::bigint[])
        and exists (select from event_code c where c.code = k.code and c.act = ${eventTypes.destroy.no})
      union all
      select goods.units from package k, jsonb_to_recordset(k.mixed) as goods ("lotId" bigint, units bigint)
      where k.mixed is not null and goods."lotId" = any(${lots}::bigint[])
        and exists (select from event_code c where c.code = k.code and c.act = ${eventTypes.destroy.no})
    ) destroyed`;
  return row?.units ?? 0;
}

/** Units that a line rejected, which nobody has stored, packed or destroyed since. */
async function rejectedNowhere(sql: Connection, lots: readonly number[], orders: number[]): Promise<number> {
  const events = await sql<{ id: number }[]>`
    select id from trace_event where work_order_id = any(${orders}::bigint[]) and act = ${eventTypes.reject.no}`;
  const rows = await sql<{ code: number }[]>`
    select distinct code from event_code
    where event_id = any(${events.map(({ id }) => id)}::bigint[]) and act = ${eventTypes.reject.no}`;
  const ledger = new Ledger(sql);
  await ledger.read(rows.map(({ code }) => code));
  return rows.filter(({ code }) => {
    const record = ledger.get(code);
    const isOfLot = record !== undefined && record.lotId !== null && lots.includes(record.lotId);
    return isOfLot && measureOf(record) === 'rejected' && ledger.placeOf(record) === null;
  }).length;
}

/** Counts codes: each unit by itself, whatever package it is in now. */
async function codesAre(sql: Connection, codes: readonly number[]): Promise<{ at: AtPlace[]; gone: Gone }> {
  const ledger = new Ledger(sql);
  await ledger.read(codes);
  await ledger.readPlaces();
  const units = codes.flatMap((id) => ledger.get(id) ?? []).filter((record) => measureOf(record) !== undefined);
  const places = new Map<number, number>();
  const gone = { destroyed: 0, sampled: 0, rejected: 0, unpacked: 0 };
  for (const record of units) {
    const [life, place, measure] = [ledger.lifeOf(record), ledger.placeOf(record), measureOf(record)];
    if (life === 'destroyed' || life === 'sampled') gone[life] += 1;
    else if (place !== null) places.set(place, (places.get(place) ?? 0) + 1);
    else if (measure === 'rejected') gone.rejected += 1;
    else if (measure === 'loose') gone.unpacked += 1;
  }
  const ids = [...places.keys()];
  const kinds = await sql<{ id: number; kind: PlaceKind }[]>`
    select id, kind from place where id = any(${ids}::bigint[])`;
  return {
    at: kinds.map(({ id, kind }) => ({ place_id: id, kind, units: places.get(id) ?? 0 })),
    gone: { made: units.length, ...gone },
  };
}
