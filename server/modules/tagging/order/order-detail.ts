import { maxOrdered, orderDetail } from '@suyuan/contract/tagging/code-order.ts';
import type { Kysely } from 'kysely';
import type { RuleBook } from '#identity/rule-book.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { scannedIn } from '#trace/state/code-use.ts';
import { orderRows, presentOrder, withClosed } from './code-orders.ts';
import { codesInUse } from './codes-in-use.ts';

const maxSegments = 1000;

/** Serves one order with the orders of its set, its segments and its parts. */
export function serveOrderDetail({ routes, system }: Services, rules: RuleBook): void {
  routes.serve(orderDetail, async ({ id }, { db }) => {
    const row = await orderRows(db).where('code_order.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('code_order');
    const numbered = <Run extends { first_id: number; last_id: number }>({ first_id, last_id, ...run }: Run) => ({
      ...run,
      from: first_id - row.first_id + 1,
      to: last_id - row.first_id + 1,
    });
    const [[inUse], used, set, segments, parts] = await Promise.all([
      withClosed(system.codes.sql, [row]).then((orders) => codesInUse(system.codes.sql, orders, maxOrdered)),
      scannedIn(system.codes.sql, [{ first: row.first_id, last: row.last_id }]),
      row.set_id === null ? [] : ordersOfSet(db, row.set_id),
      segmentsOf(db, id),
      partsOf(db, id),
    ]);
    return {
      order: presentOrder(rules, { ...row, used, inUse }),
      set,
      segments: segments.map(numbered),
      parts: parts.map(numbered),
    };
  });
}

const ordersOfSet = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('code_order as o')
    .innerJoin('code_rule as r', 'r.id', 'o.rule_id')
    .select(['o.id', 'o.order_no', 'o.quantity', 'r.rule_name'])
    .select(ksql<number>`o.set_depth`.as('depth'))
    .where('o.set_id', '=', id)
    .orderBy('o.set_depth')
    .execute();

const segmentsOf = (db: Kysely<Schema>, order: number) =>
  db
    .selectFrom('code_segment as s')
    .leftJoin('product as p', 'p.id', 's.product_id')
    .leftJoin('code_closure as c', 'c.id', 's.closure_id')
    .leftJoin('work_order as w', 'w.id', 's.work_order_id')
    .select(['s.first_id', 's.last_id', 'p.product_name', 's.lot', 'c.closure_no', 'c.reason as close_reason'])
    .select('w.order_no as work_order_no')
    .select(ksql<string | null>`to_char(s.production_date, 'YYYY-MM-DD')`.as('production_date'))
    .where('s.order_id', '=', order)
    .orderBy('s.first_id')
    .limit(maxSegments)
    .execute();

const partsOf = (db: Kysely<Schema>, order: number) =>
  db
    .selectFrom('code_part')
    .select(['id', 'position', 'first_id', 'last_id', 'printer'])
    .where('order_id', '=', order)
    .orderBy('position')
    .execute();
