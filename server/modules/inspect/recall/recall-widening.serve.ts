import { recallRelated, recallWiden } from '@suyuan/contract/inspect/recall/recall.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { withNextNumber } from '#platform/records/number-series.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { type MaterialUse, usesOfLot, usesOfOrders } from '#trace/flow/flow.ts';
import { Ledger } from '#trace/state/ledger.ts';
import { keepGoods } from './recall-goods.ts';
import { recallNumbers } from './recall-number.ts';

/** The longest list of lots that the scope of a recall names. */
const namedLots = 5;

/** 扩大: serves the lots that share a lot of material with those of a recall, and a recall of some of them. */
export default function serveWidening({ routes, system }: Services): void {
  routes.serve(recallRelated, ({ id }, { db }) => relatedOf(db, system.enterprise.sql, id));

  routes.change(recallWiden, async ({ id, lot_ids }, { account }, change) => {
    await change.changing('recall', id);
    const first = await change.db.selectFrom('recall').selectAll().where('id', '=', id).executeTakeFirst();
    if (!first) throw notFound('recall');
    const related = new Map((await relatedOf(change.db, system.enterprise.sql, id)).map((lot) => [lot.lot_id, lot]));
    const chosen = lot_ids.map((lot, index) => {
      const one = related.get(lot);
      if (!one) throw badInput({ path: `lot_ids.${index}`, reason: 'no_such', params: { value: lot } });
      return one;
    });
    const taken = chosen.filter(({ recalled }) => recalled).map(({ lot }) => lot);
    if (taken.length > 0) throw conflict('recall_of_lots', { lots: taken.join('、') });
    const lots = chosen.map(({ lot }) => lot);
    const scope = lots.slice(0, namedLots).join('、') + (lots.length > namedLots ? ` (${lots.length})` : '');
    const { drill, reason, acknowledge_hours, answer_hours, tells, target_minutes, instructions } = first;
    const facts = { drill, reason, acknowledge_hours, answer_hours, tells, target_minutes, instructions };
    const made = await withNextNumber(change, recallNumbers, (recall_no) =>
      change.db
        .insertInto('recall')
        .values({ ...facts, recall_no, scope_kind: 'lots', scope, widens_id: id, created_by: account.id })
        .returning(['id', 'recall_no'])
        .executeTakeFirstOrThrow(),
    );
    await keepGoods(change, made.id, { kind: 'lots', scope, lots: lot_ids, codes: [], places: [] });
    change.made('recall', made.id);
    return made;
  });
}

/**
 * The lots that share a lot of material with those of a recall, or with those that its codes are of: the rest of these lots
 * is among them.
 */
async function relatedOf(db: Kysely<Schema>, sql: Connection, recall: number) {
  const { lots: whole, ofCodes } = await lotsOf(db, sql, recall);
  const [own, partly] = await Promise.all([ordersOf(db, whole), ordersOf(db, ofCodes)]);
  const orders = new Set(own);
  const sharing = new Map<number, Set<string>>();
  for (const { material_lot, material_id } of distinct(await usesOfOrders(db, [...orders, ...partly]))) {
    for (const use of await usesOfLot(db, material_lot, material_id)) {
      if (orders.has(use.work_order_id)) continue;
      const words = `${use.material_name} ${use.material_lot}`;
      sharing.set(use.work_order_id, (sharing.get(use.work_order_id) ?? new Set()).add(words));
    }
  }
  // Without materials, too, the rest of a lot is made of the same as its codes.
  for (const order of partly) if (!sharing.has(order)) sharing.set(order, new Set());
  if (sharing.size === 0) return [];
  const lots = await db
    .selectFrom('work_order as o')
    .innerJoin('lot as l', (on) => on.onRef('l.product_id', '=', 'o.product_id').onRef('l.lot_no', '=', 'o.lot'))
    .innerJoin('product as r', 'r.id', 'l.product_id')
    .select(['o.id as order_id', 'l.id as lot_id', 'l.lot_no as lot', 'r.product_code', 'r.product_name'])
    .where('o.id', 'in', [...sharing.keys()])
    .where('l.id', 'not in', (eb) =>
      eb
        .selectFrom('recall_goods')
        .select('lot_id')
        .where('recall_id', '=', recall)
        .where('lot_id', 'is not', null)
        .$castTo<{ lot_id: number }>(),
    )
    .orderBy('l.id')
    .execute();
  const ids = [...new Set(lots.map(({ lot_id }) => lot_id))];
  const recalled = await recalledAmong(db, ids);
  return Array.from(Map.groupBy(lots, ({ lot_id }) => lot_id).values(), (all) => {
    const { order_id: _, ...lot } = all[0] as (typeof all)[number];
    const materials = [...new Set(all.flatMap(({ order_id }) => [...(sharing.get(order_id) ?? [])]))].toSorted();
    return { ...lot, materials, recalled: recalled.has(lot.lot_id) };
  });
}

/** The whole lots of a recall, and the lots that its codes are of. */
async function lotsOf(db: Kysely<Schema>, sql: Connection, recall: number) {
  const goods = await db
    .selectFrom('recall_goods')
    .select(['lot_id', 'code'])
    .where('recall_id', '=', recall)
    .where((eb) => eb.or([eb('lot_id', 'is not', null), eb('released', '=', false)]))
    .execute();
  const lots = new Set(goods.flatMap(({ lot_id }) => lot_id ?? []));
  const codes = goods.flatMap(({ code }) => code ?? []);
  const ledger = new Ledger(sql);
  await ledger.read(codes);
  const ofCodes = new Set(codes.flatMap((code) => ledger.get(code)?.lotId ?? []));
  return { lots: [...lots], ofCodes: [...ofCodes].filter((lot) => !lots.has(lot)) };
}

/** The work orders that made lots. */
async function ordersOf(db: Kysely<Schema>, lots: readonly number[]): Promise<number[]> {
  if (lots.length === 0) return [];
  const rows = await db
    .selectFrom('lot as l')
    .innerJoin('work_order as o', (on) => on.onRef('o.product_id', '=', 'l.product_id').onRef('o.lot', '=', 'l.lot_no'))
    .select('o.id')
    .where('l.id', 'in', lots)
    .execute();
  return rows.map(({ id }) => id);
}

const distinct = (uses: readonly MaterialUse[]): readonly MaterialUse[] => [
  ...new Map(uses.map((use) => [`${use.material_id} ${use.material_lot.toLowerCase()}`, use])).values(),
];

/** The lots of which a recall is under way already. */
async function recalledAmong(db: Kysely<Schema>, lots: readonly number[]): Promise<ReadonlySet<number>> {
  if (lots.length === 0) return new Set();
  const rows = await db
    .selectFrom('recall_goods as g')
    .innerJoin('recall as c', 'c.id', 'g.recall_id')
    .select('g.lot_id')
    .where('g.lot_id', 'in', lots)
    .where('c.status', '=', 'begun')
    .where('c.drill', '=', false)
    .execute();
  return new Set(rows.flatMap(({ lot_id }) => lot_id ?? []));
}
