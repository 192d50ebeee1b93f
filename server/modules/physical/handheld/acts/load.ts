import { mostTasks } from '@suyuan/contract/handheld/task.ts';
import { policiesFor } from '@suyuan/contract/physical/waybill/loading.ts';
import type { Kysely } from 'kysely';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { lotsToLoad, minDaysOf } from '#trace/capture/context/lots-to-load.ts';
import { inOrderOfLeaving, type LotColumns, lotColumns } from '#trace/goods.ts';
import type { WaybillFacts } from '#trace/services.ts';
import { factsOf } from '../../waybill/waybill-facts.serve.ts';
import { linesOf, withLines } from '../../waybill/waybill-lines.ts';
import { waybills } from '../../waybill/waybills.serve.ts';
import type { Mark } from '../codes/task-codes.ts';
import { type GoodsAct, recordedAs } from './act.ts';

/** 装车出库: goods are put on a waybill that has not left, or taken off it. */
export const load: GoodsAct = {
  scans: ['load', 'unload'],
  tasks: {
    kind: 'load',
    list: async (sql, { db }, id) => {
      const rows = await openWaybills(db)
        .$if(id !== undefined, (some) => some.where('waybill.id', '=', id as number))
        .orderBy('waybill.planned_day')
        .orderBy('waybill.id')
        .limit(mostTasks)
        .execute();
      return (await withLines(sql, rows)).map((row) => ({
        ...{ kind: 'load', id: row.id, no: row.waybill_no, planned_day: row.planned_day },
        about: row.dealer_name ?? row.to_warehouse_name ?? row.to_factory_name ?? row.receiver,
        ...{ place: row.from_warehouse_name, planned: row.planned, done: row.loaded },
      }));
    },
    contents: async ({ sql, timeZone }, id) => {
      const waybill = (await factsOf(sql, [id])).get(id);
      if (!waybill) throw new Error(`waybill ${id} was deleted meanwhile`);
      const lines = ((await linesOf(sql, [id])).get(id) ?? []).map(({ id: line_id, quantity, loaded, ...line }) => ({
        ...{ line_id, quantity, done: loaded, lot: line.lot },
        ...{ product_id: line.product_id, product_code: line.product_code, product_name: line.product_name },
      }));
      return {
        lines,
        policies: policiesFor(waybill),
        lots: await lotsOf(sql, waybill, timeZone()),
        scope: {
          places: waybill.fromPlaces,
          products: [...new Set(waybill.lines.map(({ productId }) => productId))],
          withOthers: true,
          withoutRejected: !waybill.takesHeld,
          marked: (products) => onWaybills(sql, id, products),
        },
      };
    },
  },
  documents: async ({ account, db }, ids) => {
    const rows = await db
      .selectFrom('waybill')
      .leftJoin('warehouse', 'warehouse.id', 'waybill.from_warehouse_id')
      .select(['waybill.id', 'waybill.waybill_no'])
      .where('waybill.id', 'in', ids)
      .$if(!isOfEnterprise(account), (some) => some.where('warehouse.id', 'is not', null))
      .execute();
    return new Map(rows.map(({ id, waybill_no }) => [id, waybill_no]));
  },
  record: recordedAs(({ scan, code }, { reason, ...common }) => {
    const waybillId = scan.document_id as number;
    return scan.act === 'load'
      ? { ...common, act: 'load', code, waybillId, overrideReason: reason }
      : { ...common, act: 'unload', codes: [code], waybillId, placeId: null };
  }),
};

/** Waybills that have not left, of warehouses that the reader acts for. */
const openWaybills = (db: Kysely<Schema>) =>
  waybills(db).where('waybill.status', 'in', ['draft', 'loading']).where('from_w.id', 'is not', null);

/** The lots of what is ordered that lie there, with what is free of each. */
async function lotsOf(sql: Connection, waybill: WaybillFacts, timeZone: string) {
  const products = [...new Set(waybill.lines.map(({ productId }) => productId))];
  const free = (await lotsToLoad(sql, [waybill], products, { timeZone }))(waybill);
  const units = new Map(free.map((lot) => [lot.id, lot.units]));
  const there = sql`place_id = any(${waybill.fromPlaces as number[]}::bigint[])
    and product_id = any(${products}::bigint[])`;
  const rows = await sql<(LotColumns & { product_id: number })[]>`
    select l.id as lot_id, l.product_id, ${lotColumns(sql)} from lot l
    where l.id in (select lot_id from stock where ${there} union select lot_id from stock_delta where ${there})
    order by ${inOrderOfLeaving(sql)}`;
  return rows.map(({ lot_id, product_id, lot_no, expiry, production, released }) => ({
    ...{ product_id, lot: lot_no, expiry, production, released },
    ...{ free: units.get(lot_id) ?? 0, min_days: minDaysOf(waybill, product_id) },
  }));
}

/** The codes on waybills that have not left: of these products, and all of this waybill. */
async function onWaybills(
  sql: Connection,
  waybillId: number,
  products: readonly number[],
): Promise<ReadonlyMap<number, Mark>> {
  const rows = await sql<{ code: number; own: boolean }[]>`
    select distinct g.code, g.waybill_id = ${waybillId} as own
    from waybill b join waybill_goods g on g.waybill_id = b.id
    where b.status = 'loading' and g.units > 0
      and (b.id = ${waybillId} or g.product_id = any(${products as number[]}::bigint[]))`;
  return new Map(rows.map(({ code, own }) => [code, own ? 'this' : 'other']));
}
