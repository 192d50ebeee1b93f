import { material } from '@suyuan/contract/base/material.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { hour } from '@suyuan/contract/durations.ts';
import { deviceHeartbeat } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { lotRelease } from '@suyuan/contract/plant/lot/lot-release.ts';
import { materialUseAdd } from '@suyuan/contract/plant/material/material-use.ts';
import {
  workOrder,
  workOrderFinish,
  workOrderHold,
  workOrderRelease,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderClose } from '@suyuan/contract/plant/order/work-order-closing.ts';
import { team } from '@suyuan/contract/plant/shift/team.ts';
import { Device } from '@suyuan/simulator/client.ts';
import type { LineOrder } from '@suyuan/simulator/line-order.ts';
import { LineRun } from '@suyuan/simulator/line-run.ts';
import { type Causes, defaultMishaps, type Mishaps } from '@suyuan/simulator/mishaps.ts';
import type { Stretch } from '@suyuan/simulator/past-shift.ts';
import { workPastShift } from '@suyuan/simulator/past-shift.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Capture } from '#trace/capture/capture.ts';
import type { Calendar } from '#trace/figures/figure-deltas.ts';
import { recordLineTime } from '#trace/figures/figure-deltas.ts';
import { dayOf, midnight, utcOffset } from '../filling/days.ts';
import type { CallServer, SampleAccounts } from '../filling/sample-account.ts';
import { clearLines } from './clearances.ts';
import type { SampleHandovers } from './handovers.ts';
import { type MadeRun, palletsOf } from './made.ts';
import { tellRuns, type Worked } from './order-runs.ts';
import { type PlannedLine, type PlannedOrder, plan } from './plan.ts';
import { handOverShifts } from './shift-handovers.ts';
import { tellMoments } from './work-order-moments.ts';

/** The usual mishaps, for lines that are simulated in minutes. */
const mishaps: Mishaps = { ...defaultMishaps, stop: 1 / 2400, stopFor: [120, 720], networkLoss: 1 / 60 };

const causes: Causes = {
  tornLabel: '标签破损',
  misread: '标签无法读取',
  reject: ['瓶盖歪斜', '液位不足', '瓶盖歪斜', '标签起皱', '瓶身有异物', '液位不足', '瓶盖歪斜'],
  sample: '化验留样',
};

interface Parts extends SampleAccounts {
  readonly sql: Connection;
  readonly capture: Capture;
  readonly handovers: SampleHandovers;
  readonly calendar: Calendar;
  readonly seed: number;
  /** The share of the plan that is ordered and made. */
  readonly share: number;
}

/** A planned line with its id and device. */
interface PlantLine extends PlannedLine {
  readonly id: number;
  readonly device: Device;
}

/** A planned work order with its id and number. */
interface PlacedOrder extends PlannedOrder {
  readonly id: number;
  readonly orderNo: string;
  readonly quantity: number;
  readonly productId: number;
}

/**
 * Makes a month of work orders on all lines concurrently, by simulated lines through the calls of devices, including rejects and
 * handovers of goods and of shifts. Resolves to what was made, by order.
 */
export async function produceForAMonth(parts: Parts): Promise<MadeRun[]> {
  const lookups = await knownOf(parts);
  const lines: { readonly line: PlantLine; readonly orders: readonly PlacedOrder[] }[] = [];
  for (const planLine of plan) {
    const id = lookups.line(planLine.line);
    const { key } = await parts.call(deviceKeyAdd, { line_id: id, name: `${planLine.line} 控制器` });
    const line = { ...planLine, id, device: new Device(parts.way, key) };
    const orders: PlacedOrder[] = [];
    for (const order of planLine.orders) orders.push(await placeOrder(parts, lookups, line, order));
    lines.push({ line, orders });
  }
  const runs = await Promise.all(lines.map(({ line, orders }) => workOn(parts, line, orders)));
  await handOverShifts(parts);
  await clearLines(parts);
  return runs.flat();
}

/** Look-ups of ids by code. */
async function knownOf({ call }: Parts) {
  const all = { size: 100 };
  const [lines, teams, products, warehouses] = await Promise.all([
    call(productionLine.page, all),
    call(team.page, all),
    call(product.page, all),
    call(warehouse.page, all),
  ]);
  const ids = <Code extends string>(
    rows: readonly (Readonly<Record<Code, string>> & { readonly id: number })[],
    code: Code,
  ) => {
    const byCode = new Map<string, number>(rows.map((row) => [row[code], row.id]));
    return (key: string): number => {
      const id = byCode.get(key);
      if (id === undefined) throw new Error(`the sample data have no ${key}`);
      return id;
    };
  };
  return {
    line: ids(lines.rows, 'line_code'),
    team: ids(teams.rows, 'team_code'),
    product: ids(products.rows, 'product_code'),
    warehouse: ids(warehouses.rows, 'warehouse_code'),
  };
}

type Known = Awaited<ReturnType<typeof knownOf>>;

/** Adds a work order. Its number contains the line: the second of CX-03 is GD-0302, that of CX-031 GD-03102. */
async function placeOrder(
  { call, share }: Parts,
  lookups: Known,
  line: PlantLine,
  order: PlannedOrder,
): Promise<PlacedOrder> {
  const nth = line.orders.indexOf(order) + 1;
  const number = `${line.line.slice(3)}${String(nth).padStart(2, '0')}`;
  const input = {
    order_no: `GD-${number}`,
    product_id: lookups.product(order.product),
    quantity: Math.ceil(order.quantity * share),
    lot: `L${dayOf(order.from).slice(2).replaceAll('-', '')}${number}`,
    production_date: dayOf(order.from),
    line_id: line.id,
    team_id: lookups.team(line.team),
    to_warehouse_id: lookups.warehouse(line.warehouse),
    remark: order.remark ?? null,
  };
  const { id } = await call(workOrder.add, input);
  if (order.status !== 'draft') await call(workOrderRelease, { id });
  return { ...order, id, orderNo: input.order_no, quantity: input.quantity, productId: input.product_id };
}

/** Works on the orders of a line one after another. The device queries them once. */
async function workOn(parts: Parts, line: PlantLine, orders: readonly PlacedOrder[]): Promise<MadeRun[]> {
  const { orders: assigned } = await line.device.call(deviceHeartbeat, { state: 'idle', queue: 0 });
  const runs: MadeRun[] = [];
  for (const order of orders) {
    const start = midnight(order.from) + line.begins * hour;
    const isMade = order.status !== 'draft' && order.status !== 'released';
    const lineOrder = assigned.find(({ id }) => id === order.id);
    const end = isMade && lineOrder ? await make(parts, line, order, lineOrder) : Date.now();
    const releasedAt = await tellMoments(parts.sql, { id: order.id, begun: start, ended: end });
    const isReleased = order.status === 'finished' || order.status === 'closed';
    const { product: productCode, productId, id: orderId, orderNo } = order;
    const pallets = isMade ? await palletsOf(parts.sql, orderId) : [];
    runs.push({ orderNo, productCode, productId, orderId, pallets, releasedAt: isReleased ? releasedAt : undefined });
  }
  return runs;
}

/** The number of shifts whose goods are handed over together. */
const handedOverEvery = 3;
/** The maximum duration of a shift. */
const longest = 11 * hour;

/** Makes the part of an order whose days are past, and takes its steps; resolves to the end of the last shift. */
async function make(parts: Parts, line: PlantLine, order: PlacedOrder, lineOrder: LineOrder): Promise<number> {
  const { call, capture, calendar, handovers, seed } = parts;
  const { id, quantity, shifts, from, status } = order;
  await call(workOrderStart, { id });
  await tellMoments(parts.sql, {
    id,
    begun: midnight(from) + line.begins * hour,
    ended: midnight(from) + line.begins * hour,
  });
  const run = new LineRun({
    ...{ device: line.device, order: lineOrder, utcOffset, seed: seed + id, mishaps, causes, run: order.orderNo },
    // Enough labels for the order and for spoilt ones.
    leased: (unitsInOne) => Math.ceil((quantity * 1.02) / unitsInOne) + 1,
  });
  const inShift = Math.ceil(quantity / shifts);
  let end = midnight(from) + line.begins * hour;
  const worked: Worked[] = [];
  for (let nth = 0; nth < shifts && run.good < quantity; nth++) {
    const begins = midnight(from - nth) + line.begins * hour;
    const ends = Math.min(begins + longest, Date.now());
    const isLast = nth === shifts - 1;
    // The last shift makes the rest; an order on hold was interrupted before it.
    if (isLast && status === 'held') break;
    const units = isLast ? quantity - run.good : inShift;
    const stretches = await workPastShift(run, { begins, ends, units, speed: line.speed });
    if (stretches.length === 0) break;
    end = (stretches.at(-1) as (typeof stretches)[number]).stoodUntil;
    // Events that could not be sent are sent at the end of the shift.
    if (isLast && status !== 'running') await run.finish(end);
    else await run.uplink.finish();
    await capture.withCaptureLock((sql) => tellLineShift(sql, calendar, { line: line.id, order: id }, stretches));
    worked.push({ begins, ends: end });
    if (isLast || (nth + 1) % handedOverEvery === 0) await handovers.handOver(id, end + hour, !isLast);
  }
  if (order.materials) await recordMaterials(call, id, order.materials);
  // Its device has told everything.
  await line.device.call(deviceHeartbeat, { state: 'idle', queue: 0 });
  await takeSteps(parts, order);
  await tellRuns(parts.sql, { id, line: line.id, goesOn: status === 'running' }, worked);
  return end;
}

/** Takes the steps up to the order's present status. */
async function takeSteps({ call, callAsKeeper }: Parts, { id, status }: PlacedOrder): Promise<void> {
  if (status === 'held') await call(workOrderHold, { id });
  if (status !== 'finished' && status !== 'closed') return;
  await call(workOrderFinish, { id });
  await call(lotRelease, { id, release: 'quality' });
  await callAsKeeper(lotRelease, { id, release: 'market' });
  if (status === 'closed') await callAsKeeper(workOrderClose, { id });
}

/** Records how a line ran in a past shift, since heartbeats only report the present. */
async function tellLineShift(
  sql: Connection,
  calendar: Calendar,
  { line, order }: { readonly line: number; readonly order: number },
  stretches: readonly Stretch[],
): Promise<void> {
  const [row] = await sql<{ product_id: number; lot_id: number | null }[]>`
    select product_id, lot_id from work_order where id = ${order}`;
  if (!row) throw new Error(`the sample data have no work order ${order}`);
  const facts = { id: order, productId: row.product_id, lotId: row.lot_id };
  const stood = { state: 'held', reason: null };
  for (const stretch of stretches)
    await recordLineTime(sql, calendar, { lineId: line, order: facts, ...stretch, stood });
}

/** Records the lots of materials that a work order used. */
async function recordMaterials(call: CallServer, work_order_id: number, uses: NonNullable<PlannedOrder['materials']>) {
  const { rows } = await call(material.page, { size: 100 });
  for (const [code, material_lot, amount] of uses) {
    const material_id = rows.find(({ material_code }) => material_code === code)?.id as number;
    await call(materialUseAdd, { work_order_id, material_id, material_lot, amount });
  }
}
