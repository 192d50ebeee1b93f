import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type MaterialFlow, materialFlow, materialFlowExport } from '@suyuan/contract/plant/material/material-query.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { sendTable } from '#platform/lists/export.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { usesOfLot, usesOfOrders } from '#trace/flow/flow.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { contentsOf, type Packed, packedIn } from '#trace/state/package-contents.ts';
import { materialsOf, orderNodes, ordersAmong } from './material-flow.ts';

type FlowInput = InputOf<typeof materialFlow>;

/** 原料查询: serves forward traceability of a material lot, and backward traceability of a product. */
export default function serveMaterialQuery(services: Services, shared: SharedServices): void {
  const { routes, answers, timeZone } = services;

  routes.serve(materialFlow, (input, caller) => flowOf(services, shared, caller, input));

  routes.serve(materialFlowExport, async ({ format, ...input }, caller) => {
    const flow = await flowOf(services, shared, caller, input);
    await sendTable(answers, caller, {
      list: 'materialquery',
      format,
      timeZone: timeZone(),
      columns: ['step', 'title', 'note', 'from', 'quantity', 'unit', 'on_hold'],
      rows: linesOf(flow),
    });
    return null;
  });
}

async function flowOf(
  services: Services,
  shared: SharedServices,
  caller: Caller<Account>,
  lookup: FlowInput,
): Promise<MaterialFlow> {
  const { sql } = services.system.codes;
  const { db, language } = caller;
  const forward = lookup.material_lot?.trim();
  const uses = forward ? await usesOfLot(db, forward, lookup.material_id) : undefined;
  const ids = uses?.map(({ work_order_id }) => work_order_id) ?? (await ordersBehind(services, shared, caller, lookup));
  const { orders, more } = await ordersAmong(db, ids);
  const orderIds = orders.map(({ id }) => id);
  const materials = materialsOf(uses ?? (await usesOfOrders(db, orderIds)), orders);
  const flow = await shared.flow.from({ sql, db, language, orders: orderIds }, 'orders', orderNodes(orders));
  return {
    steps: [{ key: 'materials', nodes: materials.nodes }, ...flow.steps].filter(({ nodes }) => nodes.length > 0),
    links: [...materials.links, ...flow.links],
    more,
  };
}

/** The work orders that made the goods of a code, or a product lot. */
async function ordersBehind(
  services: Services,
  shared: SharedServices,
  caller: Caller<Account>,
  { code, product_lot }: FlowInput,
): Promise<number[]> {
  const { sql } = services.system.codes;
  if (code?.trim()) {
    const { ids } = await CodeLookup.resolveOrThrow(services, shared, caller, [code]);
    return ordersOfCode(sql, shared.rules, ids[0] as number);
  }
  const lot = product_lot?.trim();
  if (!lot) throw badInput({ path: 'material_lot', reason: 'required' });
  const orders = await caller.db.selectFrom('work_order').select('id').where('lot', '=', lot).execute();
  return orders.map(({ id }) => id);
}

/** The work orders of a code: one for a unit, maybe several for a package. */
async function ordersOfCode(sql: Connection, rules: SharedServices['rules'], code: number): Promise<number[]> {
  const [contents, records] = await Promise.all([contentsOf(sql, rules, code), readCodes(sql, [code])]);
  const packages = [code, ...packagesIn(contents)];
  const packings = await packedIn(sql, packages);
  const orders = await sql<{ id: number }[]>`
    select distinct work_order_id as id from trace_event
    where id = any(${[...new Set(packings.map(({ packed_by }) => packed_by))]}::bigint[]) and work_order_id is not null`;
  return [...orders.map(({ id }) => id), ...[records.get(code)?.workOrderId ?? []].flat()];
}

const packagesIn = (contents: readonly Packed[]): number[] =>
  contents.flatMap(({ id, children }) => (children.length > 0 ? [id, ...packagesIn(children)] : []));

/** The lines of an export: one for each link, and one for each record without a source. */
async function* linesOf({ steps, links }: MaterialFlow) {
  const titles = new Map(
    steps.flatMap(({ nodes }) => nodes).map(({ key, title, note }) => [key, [title, note].filter(Boolean).join(' · ')]),
  );
  for (const { key: step, nodes } of steps) {
    for (const { key, title, note, quantity, unit, on_hold } of nodes) {
      const hold = on_hold ? (on_hold.hold?.no ?? true) : null;
      const into = links.filter(({ to }) => to === key);
      if (into.length === 0) yield { step, title, note, from: null, quantity, unit, on_hold: hold };
      for (const link of into) {
        const from = titles.get(link.from) ?? null;
        yield { step, title, note, from, quantity: link.quantity, unit: link.unit, on_hold: hold };
      }
    }
  }
}
