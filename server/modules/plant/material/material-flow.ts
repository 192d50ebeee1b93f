import type { FlowLink, FlowNode, MaterialFlow } from '@suyuan/contract/plant/material/material-query.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import type { MaterialUse } from '#trace/flow/flow.ts';
import { nodeKey } from '#trace/flow/flow.ts';

/** The most work orders in one flow: more cannot be drawn. */
const maxOrders = 200;

/** The first of some orders that the caller may see, and whether there are more. */
export async function ordersAmong(db: Kysely<Schema>, ids: readonly number[]) {
  if (ids.length === 0) return { orders: [], more: false };
  const orders = await db
    .selectFrom('work_order as o')
    .innerJoin('product as p', 'p.id', 'o.product_id')
    .select(['o.id', 'o.order_no', 'p.product_name'])
    .where('o.id', 'in', [...new Set(ids)])
    .orderBy('o.id', 'desc')
    .limit(maxOrders + 1)
    .execute();
  return { orders: orders.slice(0, maxOrders), more: orders.length > maxOrders };
}

type Order = Awaited<ReturnType<typeof ordersAmong>>['orders'][number];

export const orderNodes = (orders: readonly Order[]): FlowNode[] =>
  orders.map(({ id, order_no, product_name }) => ({
    key: nodeKey('orders', id),
    id,
    title: order_no,
    note: product_name,
    quantity: null,
    unit: null,
  }));

/** The material lots, each with the amount that all orders used, and links with the amount of each order. */
export function materialsOf(
  uses: readonly MaterialUse[],
  orders: readonly Order[],
): Pick<MaterialFlow, 'links'> & { nodes: FlowNode[] } {
  const orderIds = new Set(orders.map(({ id }) => id));
  const nodes = new Map<string, FlowNode>();
  const links = new Map<string, FlowLink>();
  for (const use of uses.filter(({ work_order_id }) => orderIds.has(work_order_id))) {
    const lot = `${use.material_id} ${use.material_lot.toLowerCase()} ${use.unit ?? ''}`;
    const node = nodes.get(lot);
    const id = node?.id ?? nodes.size + 1;
    const key = nodeKey('materials', id);
    const note = [use.material_lot, use.supplier].filter(Boolean).join(' · ');
    nodes.set(lot, {
      ...{ key, id, title: use.material_name, note, unit: use.unit },
      quantity: added(node?.quantity, use.amount),
    });
    const to = nodeKey('orders', use.work_order_id);
    const way = `${key} ${to}`;
    links.set(way, { from: key, to, unit: use.unit, quantity: added(links.get(way)?.quantity, use.amount) });
  }
  return { nodes: [...nodes.values()], links: [...links.values()] };
}

/** Adds amounts of three decimals without accumulating floating-point errors. */
const added = (sum: number | null | undefined, amount: number): number =>
  Math.round(((sum ?? 0) + amount) * 1000) / 1000;
