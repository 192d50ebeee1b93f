import { changingNothing } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { making } from '#trace/capture/event.table.ts';
import { placesOfCodes } from './places-of-codes.ts';
import type { PartyViewer, Viewer } from './viewer.ts';

/** The columns of a row of `trace_event` by which is told who sees it. */
export interface SeenColumns {
  readonly id: number;
  readonly act: number;
  readonly place_id: number | null;
  readonly read_point_id: number | null;
  /** The first codes that it names, and how many it names. */
  readonly codes: readonly number[];
  readonly code_count: number;
}

/** Conditions on rows `e` of `trace_event` which no row meets that somebody sees; `seenAmong` tells the others apart. */
export function mayBeSeen(sql: Connection, viewer: Viewer): Fragment[] {
  if (viewer === 'enterprise') return [];
  const { party, warehouses, placeIds } = viewer;
  if (!party) return [sql`false`];
  const { kind, id } = party;
  const [houses, places] = [sql`any(${[...warehouses]}::bigint[])`, sql`any(${[...placeIds]}::bigint[])`];
  const column = sql`${sql(`${kind}_id`)}`;
  const devices =
    kind === 'factory'
      ? sql`or line_id in (
          select l.id from production_line l join workshop w on w.id = l.workshop_id where w.factory_id = ${id})`
      : sql``;
  return [
    sql`e.waybill_id in (
        select id from waybill
        where from_warehouse_id = ${houses} or to_warehouse_id = ${houses} or ${sql(`to_${kind}_id`)} = ${id})
      or e.refund_id in (
        select id from refund where warehouse_id = ${houses} ${kind === 'dealer' ? sql`or dealer_id = ${id}` : sql``})
      or e.account_id in (select id from account where ${column} = ${id})
      or e.device_key_id in (select id from device_key where warehouse_id = ${houses} ${devices})
      or e.place_id = ${places} or e.read_point_id = ${places}
      or e.act = any(${changingNothing as number[]}::smallint[])
      ${
        kind === 'factory'
          ? sql`or (e.act = any(${making as readonly number[] as number[]}::smallint[]) and e.work_order_id in (
              select id from work_order where factory_id = ${id}))`
          : sql``
      }`,
  ];
}

/**
 * Those of some rows that somebody sees: which row security shows them, those about goods that it had then, and those that brought
 * goods to it.
 */
export async function seenAmong(
  sql: Connection,
  viewer: Viewer,
  rows: readonly SeenColumns[],
): Promise<ReadonlySet<number>> {
  if (viewer === 'enterprise' || rows.length === 0) return new Set(rows.map(({ id }) => id));
  if (!viewer.party) return new Set();
  const [shown, held] = await Promise.all([
    viewer.db
      .selectFrom('trace_event')
      .select('id')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute(),
    inCustody(sql, viewer, rows),
  ]);
  return new Set([...shown.map(({ id }) => id), ...held]);
}

/** Rows about goods that were with the party. What changes nothing says no place: then the goods were where they had been before. */
async function inCustody(sql: Connection, { placeIds }: PartyViewer, rows: readonly SeenColumns[]): Promise<number[]> {
  const own = new Set(placeIds);
  const isOwn = (id: number | null) => id !== null && own.has(id);
  const there = rows.filter((row) => isOwn(row.place_id) || isOwn(row.read_point_id)).map(({ id }) => id);
  const idle = rows.filter(({ act, place_id }) => place_id === null && changingNothing.includes(act));
  const before = await Promise.all(
    idle.map(async (row) => {
      const places = await placesOfCodes(sql, await codesOf(sql, row), row.id);
      // An event about goods of several parties would tell each of them about those of the others.
      return places.length > 0 && places.every(isOwn) ? [row.id] : [];
    }),
  );
  return [...there, ...before.flat()];
}

async function codesOf(sql: Connection, { id, codes, code_count }: SeenColumns): Promise<readonly number[]> {
  if (code_count === codes.length) return codes;
  const rows = await sql<{ code: number }[]>`select code from event_code where event_id = ${id}`;
  return rows.map(({ code }) => code);
}
