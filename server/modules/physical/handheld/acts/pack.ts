import { mostTasks } from '@suyuan/contract/handheld/task.ts';
import type { Connection } from '#platform/database/database.ts';
import { fittingIn } from '#trace/capture/packable.ts';
import type { WorkOrderFacts } from '#trace/services.ts';
import type { Labels } from '../codes/task-codes.ts';
import { type GoodsAct, type HandheldTasks, recordedAs } from './act.ts';

/** The running work orders, with the labels that were issued for them and what was made. */
const ofWorkOrders = (kind: 'pack' | 'commission', measure: 'packed' | 'bound'): HandheldTasks => ({
  kind,
  list: async (sql, { db }, id) => {
    const rows = await db
      .selectFrom('work_order as o')
      .innerJoin('product as p', 'p.id', 'o.product_id')
      .leftJoin('lot as b', 'b.id', 'o.lot_id')
      .leftJoin('production_line as l', 'l.id', 'o.line_id')
      .select(['o.id', 'o.order_no', 'o.quantity', 'p.product_name', 'b.lot_no', 'l.line_name'])
      .where('o.status', '=', 'running')
      .$if(id !== undefined, (some) => some.where('o.id', '=', id as number))
      .orderBy('o.order_no')
      .limit(mostTasks)
      .execute();
    const made = await unitsOf(
      sql,
      measure,
      rows.map((row) => row.id),
    );
    return rows.map((row) => ({
      ...{ kind, id: row.id, no: row.order_no, place: row.line_name, planned_day: null },
      about: [row.product_name, row.lot_no].filter(Boolean).join(' '),
      ...{ planned: row.quantity, done: made.get(row.id) ?? 0 },
    }));
  },
  contents: async ({ sql, workOrders }, id) => {
    const order = (await workOrders.get().facts(sql, [id])).get(id);
    if (!order) throw new Error(`work order ${id} was deleted meanwhile`);
    return {
      lines: [],
      packaging: {
        remainder: order.remainder,
        levels: [...order.capacities].map(([level, units]) => {
          const { contentsLevel, maxContents } = fittingIn(level, order);
          return { level, units, contents_level: contentsLevel, most_contents: maxContents };
        }),
      },
      scope: {
        places: order.placeId === null ? [] : [order.placeId],
        products: [order.productId],
        marked: async () => new Map(),
        labels: await labelsOf(sql, order),
      },
    };
  },
});

const ownOrders: NonNullable<GoodsAct['documents']> = async ({ db }, ids) => {
  const rows = await db.selectFrom('work_order').select(['id', 'order_no']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, order_no }) => [id, order_no]));
};

/** 装箱: a package label and what is packed into it, for a work order. */
export const pack: GoodsAct = {
  scans: ['pack'],
  fresh: { code: true, codes: true },
  tasks: ofWorkOrders('pack', 'packed'),
  documents: ownOrders,
  record: recordedAs(({ scan, code, others }, common) => ({
    ...common,
    act: 'pack',
    workOrderId: scan.document_id as number,
    parent: code,
    children: others,
    remainder: scan.remainder === true,
    moving: scan.moving === true,
  })),
};

/** 核对: what was counted in a package is what it holds. */
export const repack: GoodsAct = {
  scans: ['repack'],
  fresh: { codes: true },
  documents: ownOrders,
  record: recordedAs(({ scan, code, others }, common) => ({
    ...common,
    act: 'repack',
    workOrderId: scan.document_id as number,
    parent: code,
    contents: others,
  })),
};

/** 绑定: a label is put on a product, for a work order. */
export const commission: GoodsAct = {
  scans: ['commission'],
  fresh: { code: true },
  tasks: ofWorkOrders('commission', 'bound'),
  documents: ownOrders,
  record: recordedAs(({ scan, code }, common) => ({
    ...common,
    act: 'bind',
    workOrderId: scan.document_id as number,
    codes: [code],
  })),
};

/** Units that are packed, or on which codes were put, by work order. */
async function unitsOf(
  sql: Connection,
  measure: 'packed' | 'bound',
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ id: number; units: number }[]>`
    select work_order_id as id, safe_integer(sum(quantity)) as units from (
      select work_order_id, quantity from figure
      where work_order_id = any(${ids as number[]}::bigint[]) and measure = ${measure}
      union all
      select work_order_id, quantity from figure_delta
      where work_order_id = any(${ids as number[]}::bigint[]) and measure = ${measure}
    ) f group by 1`;
  return new Map(rows.map(({ id, units }) => [id, units]));
}

/** The codes that were issued for a work order. */
const labelsOf = async (sql: Connection, { id, productId, lotId }: WorkOrderFacts): Promise<Labels> => ({
  ranges: await sql<{ first: number; last: number }[]>`
    select first_id as first, last_id as last from code_segment
    where work_order_id = ${id} and closure_id is null order by first_id`,
  goods: { productId, lotId },
});
