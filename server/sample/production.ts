import { product } from '../../contract/base/product.ts';
import { warehouse } from '../../contract/base/warehouse.ts';
import { deviceKeyAdd } from '../../contract/plant/device-key.ts';
import { productionLine } from '../../contract/plant/production-line.ts';
import { team } from '../../contract/plant/team.ts';
import {
  lotRelease,
  workOrder,
  workOrderFinish,
  workOrderRelease,
  workOrderStart,
} from '../../contract/plant/work-order.ts';
import type { ActInput } from '../trace/capture/acts/acting/act-input.ts';
import type { Capture } from '../trace/capture/capture.ts';
import type { Calendar } from '../trace/figures/figure-deltas.ts';
import type { SampleHandovers } from './handovers.ts';
import { type LineShift, tellLineShift } from './line-times.ts';
import type { Random } from './random.ts';
import type { CallServer } from './sample-account.ts';

/** The codes of an order that nobody has used yet, in their order. */
export interface FreshCodes {
  next: number;
}

/** A whole case that was packed, with its units. */
export interface PackedCase {
  readonly code: number;
  readonly units: readonly number[];
  readonly at: number;
}

/** What a work order made. */
export interface MadeRun {
  readonly productCode: string;
  readonly productId: number;
  readonly orderId: number;
  readonly cases: readonly PackedCase[];
}

/** What was made in the last month: product, line, first and last day ago, units in a case, cases in a shift. */
const runs = [
  { product: 'YQ-001', line: 'CX-01', from: 28, to: 20, perCase: 6, cases: 34 },
  { product: 'YQ-002', line: 'CX-02', from: 26, to: 17, perCase: 6, cases: 26 },
  { product: 'YQ-003', line: 'CX-01', from: 19, to: 10, perCase: 6, cases: 30 },
  { product: 'YQ-004', line: 'CX-02', from: 16, to: 6, perCase: 24, cases: 12 },
  { product: 'QH-101', line: 'CX-01', from: 9, to: 3, perCase: 12, cases: 18 },
  { product: 'YQ-001', line: 'CX-02', from: 5, to: 0, perCase: 6, cases: 40 },
] as const;

/** What lines put goods aside for, the usual first. */
const causes = ['瓶盖歪斜', '液位不足', '瓶盖歪斜', '标签起皱', '瓶身有异物', '液位不足', '瓶盖歪斜'] as const;
const causeOf = (at: number): string => causes[at % causes.length] as string;

interface Parts {
  readonly call: CallServer;
  readonly capture: Capture;
  readonly handovers: SampleHandovers;
  readonly calendar: Calendar;
  readonly random: Random;
  /** For how lines ran and stood. */
  readonly lineRandom: Random;
  /** Of each product, and of cases. */
  readonly units: ReadonlyMap<string, FreshCodes>;
  readonly cases: FreshCodes;
}

const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
/** When the day began where the enterprise is. */
export const midnight = (ago: number): number => Math.floor((Date.now() + 8 * hour) / day) * day - 8 * hour - ago * day;

/** A month of work orders, made in two shifts, with what a line puts aside and hands over. Answers what was made, run by run. */
export async function produceForAMonth(parts: Parts): Promise<MadeRun[]> {
  const { call } = parts;
  const [{ rows: lines }, { rows: teams }, { rows: products }, { rows: warehouses }] = await Promise.all([
    call(productionLine.page, { size: 100 }),
    call(team.page, { size: 100 }),
    call(product.page, { size: 100 }),
    call(warehouse.page, { size: 100 }),
  ]);
  const made: MadeRun[] = [];
  const teamId = teams.find(({ team_code }) => team_code === 'BZ-01')?.id as number;
  for (const [at, run] of runs.entries()) {
    const what = products.find(({ product_code }) => product_code === run.product);
    const line = lines.find(({ line_code }) => line_code === run.line);
    if (!what || !line) throw new Error(`the sample has no ${run.product} or ${run.line}`);
    const order = {
      order_no: `GD-${String(at + 1).padStart(4, '0')}`,
      product_id: what.id,
      quantity: (run.from - run.to + 1) * 2 * run.cases * run.perCase,
      lot: `L${new Date(midnight(run.from)).toISOString().slice(2, 10).replaceAll('-', '')}${at + 1}`,
      production_date: new Date(midnight(run.from) + 8 * hour).toISOString().slice(0, 10),
      line_id: line.id,
      team_id: teamId,
      to_warehouse_id: warehouses.find(({ warehouse_code }) => warehouse_code === 'CK-01')?.id ?? null,
    };
    const { id } = await call(workOrder.add, order);
    await call(workOrderRelease, { id });
    await call(workOrderStart, { id });
    const device = await call(deviceKeyAdd, { line_id: line.id, name: `${order.order_no} 控制器` });
    const cases: PackedCase[] = [];
    for (let ago = run.from; ago >= run.to; ago--) {
      cases.push(...(await produceOn(parts, run, { ago, order: id, device: device.id, line: line.id })));
      // Every third day, when the night shift is over.
      if ((ago - run.to) % 3 === 0) await parts.handovers.handOver(id, midnight(ago - 1) + 6 * hour);
    }
    made.push({ productCode: run.product, productId: what.id, orderId: id, cases });
    for (const release of ['quality', 'market'] as const) await call(lotRelease, { id, release });
    if (run.to > 2) await call(workOrderFinish, { id });
  }
  return made;
}

interface Shift {
  readonly ago: number;
  readonly order: number;
  readonly device: number;
  readonly line: number;
}

async function produceOn(
  { capture, calendar, random, lineRandom, units, cases }: Parts,
  run: (typeof runs)[number],
  { ago, order, device, line }: Shift,
): Promise<PackedCase[]> {
  const fresh = units.get(run.product) as FreshCodes;
  const take = (from: FreshCodes, count: number) => Array.from({ length: count }, () => from.next++);
  const acts: ActInput[] = [];
  const whole: PackedCase[] = [];
  // The day shift from nine, the night shift from nine in the evening.
  const shifts: LineShift[] = [];
  for (const begins of [9, 21]) {
    const count = Math.round(run.cases * (0.8 + random.next() * 0.35));
    for (let at = 0; at < count; at++) {
      const common = {
        at: midnight(ago) + begins * hour + at * Math.floor((8 * hour) / count),
        utcOffset: 480,
        by: { accountId: null, deviceKeyId: device },
        workOrderId: order,
      };
      if (common.at > Date.now()) break;
      if (random.next() < 0.05) acts.push({ ...common, act: 'reject', codes: take(fresh, 1), reason: causeOf(at) });
      if (random.next() < 0.03) acts.push({ ...common, act: 'scrap', codes: take(fresh, 1), reason: '标签破损' });
      const [parent] = take(cases, 1) as [number];
      const isLast = at === count - 1 && begins === 21;
      const children = take(fresh, isLast ? run.perCase - 1 : run.perCase);
      acts.push({ ...common, act: 'pack', parent, children, remainder: isLast });
      if (!isLast) whole.push({ code: parent, units: children, at: common.at });
    }
    const from = midnight(ago) + begins * hour;
    const ends = Math.min(from + 8 * hour, Math.floor(Date.now() / minute) * minute);
    const part = Math.max(0, ends - from) / (8 * hour);
    shifts.push({ lineId: line, orderId: order, begins: from, ends, units: Math.round(count * run.perCase * part) });
  }
  await capture.inTurn(async (sql) => {
    await capture.actIn(sql, acts);
    for (const shift of shifts) await tellLineShift(sql, calendar, lineRandom, shift);
  });
  return whole;
}
