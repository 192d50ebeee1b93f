import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { deviceHeartbeat } from '@suyuan/contract/plant/device/device.ts';
import type { Device } from './client.ts';
import type { PackageLevel } from './line.ts';

export type LineOrder = OutputOf<typeof deviceHeartbeat>['orders'][number];

/** The wanted work order, or else the first one running on the line of the device. */
export async function orderFor(device: Device, material: string | undefined): Promise<LineOrder> {
  const { orders } = await device.call(deviceHeartbeat, { state: 'idle', queue: 0 });
  const running = orders.filter(({ status }) => status === 'running');
  const order = running.find(({ order_no }) => material === undefined || order_no === material);
  if (order) return order;
  const there = running.map(({ order_no }) => order_no).join(', ') || 'none';
  throw new Error(`No work order ${material ?? ''} runs on this line. Running: ${there}.`);
}

/**
 * The packaging levels from units outwards, each with the number of packages of the level below; units alone without a
 * packaging relation.
 */
export function levelsOf({ capacities }: LineOrder): PackageLevel[] {
  const outwards = capacities.filter(({ level }) => level > 1).toSorted((a, b) => a.level - b.level);
  return [
    { level: 1, holds: 1 },
    ...outwards.map(({ level, units }, at) => ({ level, holds: units / (outwards[at - 1]?.units ?? 1) })),
  ];
}
