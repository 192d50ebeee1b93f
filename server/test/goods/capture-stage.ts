import type { Sql } from '#platform/database/driver/sql.ts';
import { LateBound } from '#platform/late-bound.ts';
import { Metrics } from '#platform/metrics/metrics.ts';
import { Capture } from '#trace/capture/capture.ts';
import { Exceptions } from '#trace/exceptions/exceptions.ts';
import type { Waybills, WorkOrderFacts, WorkOrders } from '#trace/services.ts';

// The writer of events by itself: codes and places as rows, and work orders with given facts.

/** When codes were issued and orders started, since events are done in the past. */
const longAgo = new Date('2020-01-01T00:00:00Z');

export const perCase = 3;
const perPallet = 2;

/** Two products, a rule for units (1), cases (2) and pallets (3) each, and four places. */
export async function makeStage(sql: Sql): Promise<void> {
  await sql`insert into product (product_code, product_name) values ('W', 'Wine'), ('A', 'Water')`;
  for (const [level, name] of [
    [1, 'unit'],
    [3, 'case'],
    [4, 'pallet'],
  ] as const) {
    await sql`
      insert into code_rule (rule_name, level, prefix, alphabet, body_length, check_name, carrier, key_sealed, capacity)
      values (${name}, ${level}, '', 'digits', 12, 'none', 'url', '', 1000000000)`;
  }
  await sql`insert into place (id, kind, ref_id) overriding system value
    values (7, 'warehouse', 7), (8, 'warehouse', 8), (9, 'refund', 9), (10, 'missing', 7)`;
  await sql`select setval(pg_get_serial_sequence('place', 'id'), 100)`;
}

/** A writer whose work orders come from `facts`, and its waybills by whoever provides them. */
export const captureAt = (
  sql: Sql,
  facts: (id: number) => WorkOrderFacts = factsOf,
  waybills = new LateBound<Waybills>('waybills'),
) =>
  new Capture({
    sql,
    orders: ordersOf(facts),
    waybills,
    timeZone: () => 'Asia/Shanghai',
    exceptions: new Exceptions(),
    texts: async () => new Map(),
    metrics: new Metrics(),
  });

/** Work orders whose cases hold three units and whose pallets two cases. */
export const factsOf = (id: number): WorkOrderFacts => ({
  id,
  orderNo: `WO${id}`,
  factoryId: null,
  productId: 1,
  lotId: null,
  status: id > 0 ? 'running' : 'released',
  startedAt: id > 0 ? longAgo.getTime() : null,
  stoppedAt: null,
  limit: 1_000_000_000,
  lineId: null,
  mix: 'one_product',
  remainder: 'allowed',
  placeId: 7,
  readPointId: null,
  capacities: new Map([
    [3, perCase],
    [4, perCase * perPallet],
  ]),
  nesting: 'any_level',
});

function ordersOf(facts: (id: number) => WorkOrderFacts): LateBound<WorkOrders> {
  const offer = new LateBound<WorkOrders>('workOrders');
  offer.provide({
    facts: async (_: unknown, ids) => new Map(ids.map((id) => [id, facts(id)])),
    shifts: async () => new Map(),
  });
  return offer;
}

export interface Codes {
  readonly units: number[];
  readonly cases: number[];
  readonly pallets: number[];
}

interface Issuing {
  readonly product?: number | null;
  readonly set?: { readonly id: number; readonly depth: number };
}

async function issued(sql: Sql, rule: number, count: number, { product = null, set }: Issuing): Promise<number[]> {
  const [row] = await sql<{ first_id: number }[]>`
    insert into code_order (
      order_no, rule_id, product_id, quantity, first_id, last_id, set_id, set_depth, created_by, created_at)
    select gen_random_uuid(), ${rule}, ${product}, ${count}, start, start + ${count} - 1,
      ${set?.id ?? null}, ${set?.depth ?? null}, 1, ${longAgo}
    from (select coalesce(max(last_id) + 10, ${rule}::bigint * 1099511627776) as start from code_order where rule_id = ${rule}) s
    returning first_id`;
  return Array.from({ length: count }, (_, n) => (row as { first_id: number }).first_id + n);
}

/** Codes that nobody has used, for products or none in particular. */
export async function freshCodes(sql: Sql, units: number, product: number | null = null): Promise<Codes> {
  const issue = (rule: number) => issued(sql, rule, units, { product });
  return { units: await issue(1), cases: await issue(2), pallets: await issue(3) };
}

/** Sets that nobody has used: each a pallet of two cases of three units. */
export async function freshSets(sql: Sql, sets: number): Promise<Codes> {
  const [row] = await sql<{ id: number }[]>`
    insert into code_set (ratio, sets) values (${`1:${perPallet}:${perPallet * perCase}`}, ${sets}) returning id`;
  const { id } = row as { id: number };
  return {
    pallets: await issued(sql, 3, sets, { set: { id, depth: 0 } }),
    cases: await issued(sql, 2, sets * perPallet, { set: { id, depth: 1 } }),
    units: await issued(sql, 1, sets * perPallet * perCase, { set: { id, depth: 2 } }),
  };
}

/** A recall that goods are held by; returns its id. */
export async function newRecall(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into recall (recall_no, drill, scope_kind, scope, reason, created_by)
    values (gen_random_uuid(), false, 'codes', '', 'glass', 1) returning id`;
  return (row as { id: number }).id;
}
