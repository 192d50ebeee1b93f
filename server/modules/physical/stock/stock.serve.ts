import { type StockRow, stock } from '../../../../contract/physical/stock.ts';
import { isOfEnterprise } from '../../../platform/caller.ts';
import type { Services } from '../../../platform/services.ts';

/** Serves the units in warehouses: the sums, plus the deltas of acts that are not summed up yet. */
export default function serveStock({ routes, system }: Services): void {
  routes.serve(stock, async ({ warehouse_id, product_id }, { account, db }) => {
    const { sql } = system;
    const own = isOfEnterprise(account)
      ? undefined
      : (await db.selectFrom('warehouse').select('id').execute()).map(({ id }) => id);
    return sql<StockRow[]>`
      -- Places first, so that goods on waybills and with dealers are not read.
      with at as materialized (
        select p.id, p.kind, coalesce(r.warehouse_id, p.ref_id) as warehouse_id
        from place p left join refund r on p.kind = 'refund' and r.id = p.ref_id
        where p.kind in ('warehouse', 'refund')
          and ${warehouse_id ? sql`coalesce(r.warehouse_id, p.ref_id) = ${warehouse_id}` : sql`true`}
      ),
      moved as (
        select at.kind, at.warehouse_id, m.product_id, m.lot_id, m.units from at join stock m on m.place_id = at.id
        union all
        select at.kind, at.warehouse_id, m.product_id, m.lot_id, m.units from at join stock_delta m on m.place_id = at.id
      ),
      held as (
        select warehouse_id, product_id, lot_id,
          sum(units) filter (where kind = 'warehouse') as units, sum(units) filter (where kind = 'refund') as quarantined
        from moved
        where ${product_id ? sql`product_id = ${product_id}` : sql`true`}
        group by 1, 2, 3
      ),
      loaded as materialized (
        select b.from_warehouse_id as warehouse_id, g.product_id, g.lot_id, sum(g.units) as units
        from waybill b join waybill_goods g on g.waybill_id = b.id
        where b.status = 'loading' and ${warehouse_id ? sql`b.from_warehouse_id = ${warehouse_id}` : sql`true`}
        group by 1, 2, 3
      )
      select w.id as warehouse_id, w.warehouse_code, w.warehouse_name, p.id as product_id, p.product_code, p.product_name,
        l.lot_no as lot, to_char(l.production_date, 'YYYY-MM-DD') as production_date,
        to_char(l.expiry_date, 'YYYY-MM-DD') as expiry_date, l.market_released_at is not null as released,
        exists (
          select from hold x where x.released_at is null and (x.lot_id = h.lot_id or x.place_id = (
            select id from place where kind = 'warehouse' and ref_id = h.warehouse_id))
        ) as held,
        safe_integer(coalesce(h.units, 0)) as units, safe_integer(coalesce(o.units, 0)) as loaded,
        safe_integer(coalesce(h.quarantined, 0)) as quarantined
      from held h
      join warehouse w on w.id = h.warehouse_id
      join product p on p.id = h.product_id
      left join lot l on l.id = h.lot_id
      left join loaded o on (o.warehouse_id, o.product_id, o.lot_id) = (h.warehouse_id, h.product_id, h.lot_id)
      where (coalesce(h.units, 0) <> 0 or coalesce(h.quarantined, 0) <> 0)
        and ${own ? sql`w.id = any(${own}::bigint[])` : sql`true`}
      order by p.product_code, l.expiry_date nulls last, l.lot_no, w.warehouse_code
      limit 10000`;
  });
}
