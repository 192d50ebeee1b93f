import type { Kysely } from 'kysely';
import type { FlowLink, FlowNode, MaterialFlow } from '../../../../contract/plant/material-query.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { nodeKey } from '../../../trace/flow/flow.ts';

/** Work orders of one flow: more are no drawing any more. */
const mostOrders = 200;

/** A lot of material as an order used it, corrections heeded. */
interface Use {
  readonly work_order_id: number;
  readonly material_id: number;
  readonly material_name: string;
  readonly material_lot: string;
  readonly supplier: string | null;
  readonly amount: number;
  readonly unit: string | null;
}

/** What of all that the caller may see holds now: what was corrected does not, nor what was not used after all. */
const currentUses = (db: Kysely<Schema>) =>
  db
    .selectFrom('material_use as u')
    .innerJoin('material as m', 'm.id', 'u.material_id')
    .select([
      'u.work_order_id',
      'u.material_id',
      'm.material_name',
      'u.material_lot',
      'u.supplier',
      'u.amount',
      'u.unit',
    ])
    .where('u.amount', '>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('material_use as later').select('later.id').whereRef('later.corrects', '=', 'u.id'))),
    )
    .orderBy('u.id');

export const usesOfLot = (db: Kysely<Schema>, lot: string, material: number | undefined): Promise<Use[]> =>
  currentUses(db)
    .where((eb) => eb(eb.fn('lower', ['u.material_lot']), '=', lot.trim().toLowerCase()))
    .$if(material !== undefined, (rows) => rows.where('u.material_id', '=', material as number))
    .execute();

export const usesOfOrders = async (db: Kysely<Schema>, orders: readonly number[]): Promise<Use[]> =>
  orders.length === 0 ? [] : currentUses(db).where('u.work_order_id', 'in', orders).execute();

/** The first of some orders that the caller may see, and whether there are more. */
export async function ordersAmong(db: Kysely<Schema>, ids: readonly number[]) {
  if (ids.length === 0) return { orders: [], more: false };
  const orders = await db
    .selectFrom('work_order as o')
    .innerJoin('product as p', 'p.id', 'o.product_id')
    .select(['o.id', 'o.order_no', 'p.product_name'])
    .where('o.id', 'in', [...new Set(ids)])
    .orderBy('o.id', 'desc')
    .limit(mostOrders + 1)
    .execute();
  return { orders: orders.slice(0, mostOrders), more: orders.length > mostOrders };
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

/** Lots of materials, each with what all orders used of it, and how much went into which order. */
export function materialsOf(
  uses: readonly Use[],
  orders: readonly Order[],
): Pick<MaterialFlow, 'links'> & { nodes: FlowNode[] } {
  const shown = new Set(orders.map(({ id }) => id));
  const nodes = new Map<string, FlowNode>();
  const links = new Map<string, FlowLink>();
  for (const use of uses.filter(({ work_order_id }) => shown.has(work_order_id))) {
    const lot = `${use.material_id} ${use.material_lot.toLowerCase()} ${use.unit ?? ''}`;
    const known = nodes.get(lot);
    const id = known?.id ?? nodes.size + 1;
    const key = nodeKey('materials', id);
    const note = [use.material_lot, use.supplier].filter(Boolean).join(' · ');
    nodes.set(lot, {
      ...{ key, id, title: use.material_name, note, unit: use.unit },
      quantity: added(known?.quantity, use.amount),
    });
    const to = nodeKey('orders', use.work_order_id);
    const way = `${key} ${to}`;
    links.set(way, { from: key, to, unit: use.unit, quantity: added(links.get(way)?.quantity, use.amount) });
  }
  return { nodes: [...nodes.values()], links: [...links.values()] };
}

/** Amounts have three decimals; their sums have no more. */
const added = (sum: number | null | undefined, amount: number): number =>
  Math.round(((sum ?? 0) + amount) * 1000) / 1000;
