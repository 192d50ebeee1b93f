import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { deviceHeartbeat } from '@suyuan/contract/plant/device.ts';
import type { Connection } from '#platform/database/database.ts';
import type { WorkOrders } from '#trace/document-facts.ts';

type LineOrder = OutputOf<typeof deviceHeartbeat>['orders'][number];

/** The running and released work orders of a line, as its machines need them. */
export async function ordersOfLine(sql: Connection, workOrders: WorkOrders, lineId: number): Promise<LineOrder[]> {
  const rows = await sql<Omit<LineOrder, 'capacities' | 'limit'>[]>`
    select o.id, o.order_no, o.status, p.product_code, p.product_name, p.gtin, o.lot,
      to_char(o.production_date, 'YYYY-MM-DD') as production_date, to_char(o.expiry_date, 'YYYY-MM-DD') as expiry_date,
      o.quantity
    from work_order o join product p on p.id = o.product_id
    where o.line_id = ${lineId} and o.status in ('released', 'running')
    order by o.status desc, o.id limit ${maxOrders}`;
  const facts = await workOrders.facts(
    sql,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    limit: facts.get(row.id)?.limit ?? row.quantity,
    capacities: Array.from(facts.get(row.id)?.capacities ?? [], ([level, units]) => ({ level, units })),
  }));
}

const maxOrders = 50;
