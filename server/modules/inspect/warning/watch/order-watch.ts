import type { LimitsOf } from '@suyuan/contract/inspect/warning-rule.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment, Sql } from '#platform/database/driver/sql.ts';
import type { Sweeping } from '#platform/jobs/sweeps.ts';
import { madeOf } from '#trace/figures/figures.ts';
import { goesOn, type MadeOrder, overproduction } from '../rules/rules-of-orders.ts';
import { Params } from '../rules/warning-params.ts';
import { maxFirings } from './evidence.ts';

/** A work order, by what a warning about it tells. */
export interface WatchedOrder extends MadeOrder {
  readonly productId: number;
  readonly lotId: number | null;
}

/** Judges the work orders that are not closed again and again: what was made of them only changes by events. */
export class OrderWatch implements Sweeping {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async sweep(): Promise<void> {
    const sql = this.#sql;
    const orders = await madeOrders(sql, sql`o.status in ('released', 'running', 'held', 'finished')`);
    if (orders.length === 0) return;
    const params = await Params.read(sql);
    const before = await lastTold(sql, orders);
    const fresh = orders.flatMap((order) => {
      const param = params.of('overproduction', order.productId);
      const limits = param.limits as LimitsOf<'overproduction'>;
      const figures = param.enabled ? overproduction(order, limits) : null;
      const last = before.get(order.orderNo);
      if (!figures || (last !== undefined && !goesOn(order, last, limits))) return [];
      return [{ order, param, figures }];
    });
    if (fresh.length === 0) return;
    const now = new Date();
    const rows = fresh.map(({ order, param, figures }) => ({
      subject: order.orderNo,
      product_id: order.productId,
      lot_id: order.lotId,
      param_version: param.version,
      limits: param.limits,
      figures,
      firings: [{ at: now.toISOString(), figures, version: param.version }],
    }));
    const last = await sql<{ subject: string }[]>`
      insert into consumer_warning
        (rule, subject, product_id, lot_id, region, place_basis, param_version, limits, figures, visits, firings, seen_at,
          first_at, last_at)
      select 'overproduction', subject, product_id, lot_id, '', 'none', param_version, limits, figures, '[]'::jsonb, firings,
        ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from jsonb_populate_recordset(null::consumer_warning, ${JSON.stringify(rows)}::text::jsonb)
      on conflict (rule, subject) where outcome is null do nothing
      returning subject`;
    const again = rows.filter(({ subject }) => !last.some((one) => one.subject === subject));
    if (again.length === 0) return;
    // Within the conflict clause a cluster would take no parameter.
    await sql`
      update consumer_warning w set times = w.times + 1, last_at = ${now}, figures = g.figures,
        firings = case when jsonb_array_length(w.firings) < ${maxFirings} then w.firings || g.firings
          else jsonb_set(w.firings, '{-1}', g.firings -> 0) end
      from jsonb_to_recordset(${JSON.stringify(again)}::text::jsonb) as g (subject text, figures jsonb, firings jsonb)
      where w.rule = 'overproduction' and w.outcome is null and w.subject = g.subject`;
  }
}

/** What was made of some work orders `o`; orders of which not even the plan was made are left out. */
export async function madeOrders(sql: Connection, which: Fragment): Promise<WatchedOrder[]> {
  const orders = await sql<
    { id: number; no: string; planned: number; product: number; lot: number | null; refused: number }[]
  >`
    select o.id, o.order_no as no, o.quantity as planned, o.product_id as product, o.lot_id as lot, (
        select safe_integer(coalesce(sum(e.times), 0)) from exception e
        where e.work_order_id = o.id and e.kind = 'overproduction' and e.status = 'open'
      ) as refused
    from work_order o where ${which}`;
  const unitsOf = await madeOf(
    sql,
    orders.map(({ id }) => id),
  );
  return orders.flatMap(({ id, no, planned, product, lot, refused }) => {
    const units = unitsOf.get(id) ?? 0;
    if (units < planned && refused === 0) return [];
    return [{ orderNo: no, planned, made: units, refused, productId: product, lotId: lot }];
  });
}

/** How much was made of each order when the last warning about it fired last. */
async function lastTold(sql: Connection, orders: readonly WatchedOrder[]): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ subject: string; made: number }[]>`
    select distinct on (subject) subject, (figures ->> 'made')::bigint as made from consumer_warning
    where rule = 'overproduction' and subject = any(${orders.map(({ orderNo }) => orderNo)})
    order by subject, id desc`;
  return new Map(rows.map(({ subject, made }) => [subject, made]));
}
