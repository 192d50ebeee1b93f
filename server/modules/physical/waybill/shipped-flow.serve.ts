import type { FlowLink, FlowNode } from '@suyuan/contract/plant/material/material-query.ts';
import type { Kysely } from 'kysely';
import { ruleSpan } from '#identity/deciphering.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { among } from '#platform/database/statements/among.ts';
import { text } from '#platform/language.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { type FlowContext, type FlowPart, nodeKey } from '#trace/flow/flow.ts';

/** Declares where goods went: from packages, and from lots whose units left by themselves, to waybills, and on to dealers. */
export default function declareShippedSteps(_: Services, { flow }: SharedServices): void {
  flow.add({ key: 'waybills', after: ['lots', 'packages'], next: waybillsOf });
  flow.add({ key: 'dealers', after: ['waybills'], next: dealersOf });
}

interface Shipped {
  readonly waybill_id: number;
  readonly waybill_no: string;
  readonly receiver: string | null;
  readonly code: number;
  readonly lot_id: number;
  readonly units: number;
}

/** The waybills that took goods of the lots away, as far as the caller may see them. */
async function waybillsOf(context: FlowContext, from: readonly FlowNode[]): Promise<FlowPart> {
  const { sql, language, orders } = context;
  const keys = new Set(from.map(({ key }) => key));
  const lots = from.filter(({ key, id }) => key === nodeKey('lots', id)).map(({ id }) => id);
  const shipments = await ofOrders(sql, await shippedOf(context.db, lots), orders);
  const levels = await levelsOf(sql);
  const unit = text(language, 'materialquery.pieces');
  const sourceOf = ({ code, lot_id }: Shipped): string => {
    const ofLevel = nodeKey('packages', lot_id * 10 + (levels.get(Math.floor(code / ruleSpan)) ?? 1));
    return keys.has(ofLevel) ? ofLevel : nodeKey('lots', lot_id);
  };
  const nodes = [...Map.groupBy(shipments, ({ waybill_id }) => waybill_id)].map(([id, own]): FlowNode => {
    const [{ waybill_no, receiver }] = own as [Shipped];
    return { key: nodeKey('waybills', id), id, title: waybill_no, note: receiver, quantity: unitsOf(own), unit };
  });
  const links = [...Map.groupBy(shipments, (one) => `${sourceOf(one)} ${one.waybill_id}`).values()].map(
    (own): FlowLink => {
      const [first] = own as [Shipped];
      return { from: sourceOf(first), to: nodeKey('waybills', first.waybill_id), quantity: unitsOf(own), unit };
    },
  );
  return { nodes, links };
}

const unitsOf = (shipments: readonly Shipped[]): number => shipments.reduce((sum, { units }) => sum + units, 0);

/** What left on waybills, and has not been taken off them since. */
const shippedOf = (db: Kysely<Schema>, lots: readonly number[]): Promise<Shipped[]> =>
  lots.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('waybill_goods as g')
        .innerJoin('waybill as w', 'w.id', 'g.waybill_id')
        .leftJoin('warehouse as t', 't.id', 'w.to_warehouse_id')
        .select(['w.id as waybill_id', 'w.waybill_no', 't.warehouse_name as receiver', 'g.code', 'g.lot_id', 'g.units'])
        .where('g.lot_id', 'in', lots)
        .where('g.units', '>', 0)
        .where('w.shipped_at', 'is not', null)
        .orderBy('w.id')
        .orderBy('g.code')
        .execute();

/** Without packages of the same lots that other work orders made. Units by themselves do not tell their order. */
async function ofOrders(sql: Connection, shipments: readonly Shipped[], orders: readonly number[]): Promise<Shipped[]> {
  if (shipments.length === 0) return [];
  const packages = await sql<{ code: number; work_order_id: number }[]>`
    select code, work_order_id from package
    where code ${among(sql, [...new Set(shipments.map(({ code }) => code))])} and work_order_id is not null`;
  const orderOf = new Map(packages.map(({ code, work_order_id }) => [code, work_order_id]));
  return shipments.filter(({ code }) => {
    const order = orderOf.get(code);
    return order === undefined || orders.includes(order);
  });
}

/** The level of packages by the rule of their codes. */
async function levelsOf(sql: Connection): Promise<Map<number, number>> {
  const rules = await sql<{ id: number; level: number }[]>`select id, level from code_rule`;
  return new Map(rules.map(({ id, level }) => [id, level]));
}

/** The dealers that waybills went to. */
async function dealersOf({ db, language }: FlowContext, waybills: readonly FlowNode[]): Promise<FlowPart> {
  const rows = await db
    .selectFrom('waybill as w')
    .innerJoin('dealer as d', 'd.id', 'w.to_dealer_id')
    .select(['w.id as waybill_id', 'd.id', 'd.dealer_code', 'd.dealer_name'])
    .where(
      'w.id',
      'in',
      waybills.map(({ id }) => id),
    )
    .orderBy('d.dealer_code')
    .execute();
  const unit = text(language, 'materialquery.pieces');
  const quantities = new Map(waybills.map(({ id, quantity }) => [id, quantity ?? 0]));
  const nodes = [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]): FlowNode => {
    const [{ dealer_code, dealer_name }] = own as [(typeof rows)[number]];
    const quantity = own.reduce((sum, { waybill_id }) => sum + (quantities.get(waybill_id) ?? 0), 0);
    return { key: nodeKey('dealers', id), id, title: dealer_name, note: dealer_code, quantity, unit };
  });
  const links = rows.map(({ id, waybill_id }) => ({
    from: nodeKey('waybills', waybill_id),
    to: nodeKey('dealers', id),
    quantity: quantities.get(waybill_id) ?? 0,
    unit,
  }));
  return { nodes, links };
}
