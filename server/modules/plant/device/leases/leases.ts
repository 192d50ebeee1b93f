import { encodeChunks } from '@suyuan/codes/coder/parallel.ts';
import { sizeOf } from '@suyuan/codes/sets/ranges.ts';
import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { type deviceLease, deviceLeaseCodes, type deviceLeaseReturn } from '@suyuan/contract/plant/device/device.ts';
import { counterOf } from '#identity/rule-book.ts';
import type { Device } from '#platform/access/authentication.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { SharedServices } from '#shared-services.ts';
import { madeOf } from '#trace/figures/figures.ts';
import type { WorkOrderFacts } from '#trace/services.ts';
import { leasedCodesOf, unusedIn } from '../../order/figures/issued-codes.ts';
import { freeRun, usedIn } from './free-codes.ts';

type Wish = InputOf<typeof deviceLease>;

/**
 * Leases a run of codes for a work order of the device's line. The caller holds the lock of `takeHandOutLock`. Throws 400 for an
 * unknown work order, 409 if it takes no codes, may have no more, or none are left.
 */
export async function leaseCodes(
  sql: Connection,
  { rules, workOrders }: SharedServices,
  device: Device,
  { order_no, level, quantity: wanted }: Wish,
): Promise<OutputOf<typeof deviceLease>> {
  const [order] = await sql<{ id: number; product_id: number; lot: string | null; status: string }[]>`
    select id, product_id, lot, status from work_order
    where line_id = ${device.lineId} and lower(order_no) = lower(${order_no}) for key share`;
  if (!order) throw badInput({ path: 'order_no', reason: 'no_such', params: { value: order_no } });
  if (!['released', 'running', 'held'].includes(order.status)) throw conflict('lease_order', { order: order_no });
  const facts = (await workOrders.get().facts(sql, [order.id])).get(order.id) as WorkOrderFacts;
  const quantity = Math.min(wanted, await leaseRoom(sql, facts, { level, wanted }));
  if (quantity < 1) throw conflict('lease_beyond_plan', { order: order_no, level, limit: maxLeased(facts, level) });
  const run = await freeRun(sql, {
    workOrderId: order.id,
    productId: order.product_id,
    lot: order.lot,
    level,
    quantity,
  });
  if (!run) throw conflict('lease_none_left', { level });
  const [lease] = await sql<{ id: number }[]>`
    insert into code_lease (work_order_id, code_order_id, level, first_id, last_id, device_key_id)
    values (${order.id}, ${run.codeOrderId}, ${level}, ${run.first}, ${run.last}, ${device.keyId}) returning id`;
  const { id } = lease as { id: number };
  const texts = await rules.texts(sql, [run.first]);
  return {
    lease: id,
    first: texts.get(run.first) as string,
    count: sizeOf(run),
    download: `${deviceLeaseCodes.path}?lease=${id}`,
  };
}

interface Lease {
  readonly id: number;
  readonly first_id: number;
  readonly last_id: number;
  readonly returned: number;
}

/** Locks a lease for a work order of the device's line, whichever key asked for it; throws 404 if there is none. */
async function leaseOf(sql: Connection, device: Device, id: number): Promise<Lease> {
  const [lease] = await sql<Lease[]>`
    select l.id, l.first_id, l.last_id, l.returned
    from code_lease l join work_order o on o.id = l.work_order_id
    where l.id = ${id} and o.line_id = ${device.lineId}
    for update of l`;
  if (!lease) throw notFound('code_lease');
  return lease;
}

/** Takes back the last codes of a lease of the device's line. */
export async function returnLease(
  sql: Connection,
  shared: SharedServices,
  device: Device,
  { lease, unused }: InputOf<typeof deviceLeaseReturn>,
): Promise<void> {
  await returnCodes(sql, shared, await leaseOf(sql, device, lease), unused);
}

/**
 * Takes back the last `unused` codes of a lease in all; repeated, it changes nothing. Throws 409 if one of them was used. The caller
 * holds the lock of `takeHandOutLock`, and has locked the lease.
 */
export async function returnCodes(
  sql: Connection,
  { rules }: Pick<SharedServices, 'rules'>,
  { id, first_id, last_id, returned }: Lease,
  unused: number,
): Promise<void> {
  const count = last_id - first_id + 1;
  if (unused > count) throw badInput({ path: 'unused', reason: 'too_large', params: { limit: count } });
  if (unused < returned) throw conflict('lease_returned', { count: returned });
  const usedRange = (await usedIn(sql, { first: last_id - unused + 1, last: last_id - returned })).at(-1);
  if (usedRange) {
    const texts = await rules.texts(sql, [usedRange.last]);
    throw conflict('lease_used', { code: texts.get(usedRange.last) ?? '' });
  }
  await sql`update code_lease set returned = ${unused} where id = ${id}`;
}

/** The codes of a lease, one a line, without those that were returned. */
export async function leasedCodes(
  sql: Connection,
  { rules }: SharedServices,
  device: Device,
  id: number,
): Promise<Buffer> {
  const { first_id, last_id, returned } = await leaseOf(sql, device, id);
  const rule = rules.of(first_id);
  const chunks = encodeChunks({
    format: rule.format,
    key: rule.key,
    start: counterOf(first_id),
    count: last_id - first_id + 1 - returned,
    terminator: Buffer.from('\n'),
  });
  return Buffer.concat(await Array.fromAsync(chunks));
}

/** Labels of packages beyond those that the units fill: for remainders, and for torn ones. */
const sparePackages = 10;

/** The codes of a level that may be in the hands of a work order's line in all: units, or the packages that these fill. */
function maxLeased({ limit, capacities }: WorkOrderFacts, level: number): number {
  if (level === 1) return limit;
  return Math.ceil(limit / (capacities.get(level) ?? 1)) + sparePackages;
}

/**
 * How many more codes of a level may be leased for a work order, up to `quantity`; negative if too many are out already. Of units,
 * those count that are leased and not used, with those that are made; scrapped ones are void, and count no more. Of packages, all
 * leased labels count.
 */
async function leaseRoom(
  sql: Connection,
  order: WorkOrderFacts,
  { level, wanted: quantity }: { readonly level: number; readonly wanted: number },
): Promise<number> {
  const most = maxLeased(order, level);
  const [leases] = await sql<{ leased: number }[]>`
    select safe_integer(coalesce(sum(last_id - first_id + 1 - returned), 0)) as leased
    from code_lease where work_order_id = ${order.id} and level = ${level}`;
  const leasedCount = leases?.leased ?? 0;
  if (level > 1) return most - leasedCount;
  const madeCount = (await madeOf(sql, [order.id])).get(order.id) ?? 0;
  // Most made ones were leased and are counted twice here; only where that leaves too little are they told apart.
  if (leasedCount + madeCount + quantity <= most) return quantity;
  const codes = await leasedCodesOf(sql, order.id);
  return most - madeCount - (await unusedIn(sql, [...codes.unprinted, ...codes.printed_unused], codes));
}
