import { stockMove, storedGoods } from '@suyuan/contract/physical/stock/stock-move.ts';
import { keepsApart } from '@suyuan/contract/physical/waybill/waybill.ts';
import { stockAt } from '@suyuan/contract/trace/states.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { doneNow } from '#trace/lookup/events-together.ts';
import { serveEventList } from '#trace/lookup/serve-event-list.ts';
import { placeOf, placesOf } from '#trace/places.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { captureEach } from '../each-code.ts';

/** 移库: serves moves within a warehouse, code by code, and the list of what was stored. */
export default function serveStockMoves(services: Services, shared: SharedServices): void {
  const { routes, system } = services;
  const { sql } = system.codes;
  serveEventList(services, shared, storedGoods, { act: 'store' });

  routes.serve(stockMove, async (input, caller) => {
    const target = await targetOf(sql, caller, input.warehouse_id);
    const { results } = await CodeLookup.resolve(services, shared, caller, input.codes, { counted: false });
    const before = await wereAt(
      sql,
      results.filter((one) => typeof one === 'number'),
    );
    const { taken, refusals, notPutBack } = await captureEach(
      services,
      shared,
      caller,
      { call: stockMove, input },
      (code, once) => ({
        ...doneNow(caller),
        act: 'store',
        codes: [code],
        ...target,
        staysPacked: input.take_out !== true,
        ...(input.put_back ? { putsBack: true } : {}),
        reason: input.reason?.trim() || null,
        ...once,
      }),
    );
    const stored = taken.map((one) => {
      const from = before.get(results[input.codes.indexOf(one.code)] as number);
      return { ...one, from_warehouse_id: from?.warehouse ?? null, found: from?.isLost === true };
    });
    return { stored, refusals: [...refusals], not_put_back: [...notPutBack] };
  });
}

/** Where goods are stored, and where they may come from: the warehouse around the zone, with all of its zones. */
export async function targetOf(sql: Connection, { db }: Pick<Caller<Account>, 'db'>, id: number) {
  const row = await db
    .selectFrom('warehouse')
    .select(['id', 'warehouse_type', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.status !== 'enabled') throw badInput({ path: 'warehouse_id', reason: 'no_such', params: { value: id } });
  return {
    placeId: await placeOf(sql, { kind: 'warehouse', ref: id }),
    within: await placesAround(sql, id),
    takesHeld: keepsApart(row.warehouse_type),
  };
}

/** The places of a whole warehouse: the one that a zone is in, and all zones of that. */
export async function placesAround(sql: Connection, id: number): Promise<number[]> {
  const zones = await sql<{ id: number }[]>`
    with recursive up as (
      select id, parent_id from warehouse where id = ${id}
      union
      select w.id, w.parent_id from warehouse w join up u on w.id = u.parent_id
    )
    select warehouses_within(id) as id from up where parent_id is null`;
  const places = await placesOf(
    sql,
    'warehouse',
    zones.map((zone) => zone.id),
  );
  return [...places.values()];
}

interface Before {
  /** The warehouse that it lies in, if it lies in one. */
  readonly warehouse: number | null;
  readonly isLost: boolean;
}

async function wereAt(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, Before>> {
  const records = await readCodes(sql, ids);
  const known = records.among(ids);
  const placeIds = [...new Set(known.flatMap((record) => records.placeOf(record) ?? []))];
  const rows = await sql<{ id: number; kind: keyof typeof stockAt; ref_id: number }[]>`
    select id, kind, ref_id from place where id = any(${placeIds}::bigint[])`;
  const places = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    known.map((record) => {
      const place = places.get(records.placeOf(record) ?? 0);
      const warehouse = place?.kind === 'warehouse' ? place.ref_id : null;
      return [record.id, { warehouse, isLost: place !== undefined && stockAt[place.kind] === 'lost' }];
    }),
  );
}
