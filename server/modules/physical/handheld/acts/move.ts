import { mostTasks } from '@suyuan/contract/handheld/task.ts';
import { keepsApart } from '@suyuan/contract/physical/waybill/waybill.ts';
import { onConnection } from '#platform/database/transaction.ts';
import { placeOf } from '#trace/places.ts';
import { goodsAt } from '#trace/state/goods-at.ts';
import { placesAround, targetOf } from '../../stock/stock-move.serve.ts';
import { type GoodsAct, type ReadScan, recordedAs } from './act.ts';

/** 移库: goods are stored in another zone of their warehouse, or are found there. */
export const move: GoodsAct = {
  scans: ['move'],
  tasks: {
    kind: 'move',
    list: async (_, { db }, id) => {
      const rows = await db
        .selectFrom('warehouse')
        .leftJoin('warehouse as around', 'around.id', 'warehouse.parent_id')
        .select([
          'warehouse.id',
          'warehouse.warehouse_code',
          'warehouse.warehouse_name',
          'around.warehouse_name as place',
        ])
        .where('warehouse.status', '=', 'enabled')
        .$if(id !== undefined, (some) => some.where('warehouse.id', '=', id as number))
        // Of a warehouse without zones, nothing is moved within it.
        .where((eb) =>
          eb.or([
            eb('warehouse.parent_id', 'is not', null),
            eb.exists(
              eb.selectFrom('warehouse as zone').select('zone.id').whereRef('zone.parent_id', '=', 'warehouse.id'),
            ),
          ]),
        )
        .orderBy('warehouse.warehouse_code')
        .limit(mostTasks)
        .execute();
      return rows.map((row) => ({
        ...{ kind: 'move', id: row.id, no: row.warehouse_code, about: row.warehouse_name, place: row.place },
        ...{ planned_day: null, planned: null, done: 0 },
      }));
    },
    contents: async ({ sql }, id) => {
      const there = await goodsAt(sql, [await placeOf(sql, { kind: 'warehouse', ref: id })]);
      const marks = new Map(there.map(({ code }) => [code, 'this'] as const));
      const [zone] = await sql<{ type: string }[]>`select warehouse_type as type from warehouse where id = ${id}`;
      const policies = keepsApart(zone?.type ?? '') ? {} : ({ on_hold: 'refuse' } as const);
      return { lines: [], policies, scope: { places: await placesAround(sql, id), marked: async () => marks } };
    },
  },
  documents: async ({ db }, ids) => {
    const rows = await db
      .selectFrom('warehouse')
      .select(['id', 'warehouse_code'])
      .where('id', 'in', ids)
      .where('status', '=', 'enabled')
      .execute();
    return new Map(rows.map(({ id, warehouse_code }) => [id, warehouse_code]));
  },
  record: async (sql, shared, person, scans) => {
    const id = (scans[0] as ReadScan).scan.document_id as number;
    const target = await targetOf(sql, { db: onConnection(person.db, sql) }, id);
    const record = recordedAs(({ scan, code }, common) => ({
      ...common,
      ...target,
      act: 'store',
      codes: [code],
      staysPacked: scan.moving !== true,
    }));
    return record(sql, shared, person, scans);
  },
};
