import { deviceBatch, deviceHeartbeat } from '@suyuan/contract/plant/device.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { lineOfKey, warehouseOfKey } from '../line/line-of-key.ts';
import { takeBatch } from './events/device-batch.ts';
import { retryEvents } from './events/retry-events.ts';
import { tryWaitingEvents } from './events/waiting-events.ts';
import { takeHeartbeat } from './heartbeat.ts';
import { ordersOfLine } from './line-orders.ts';

/** Serves the calls of devices: batches of events, and heartbeats. */
export default function serveDevices(services: Services, shared: SharedServices): void {
  const { routes } = services;
  const { sql } = services.system.devices;

  routes.admitDevicesBy({ device: async (key) => (await lineOfKey(sql, key)) ?? warehouseOfKey(sql, key) });

  routes.serveDevice(deviceBatch, async (batch, { device, language }) => ({
    results: await takeBatch(services, shared, device, batch, language),
  }));

  routes.serveDevice(deviceHeartbeat, async (beat, { device }) => ({
    time: (await takeHeartbeat(services, shared, device, beat)).toISOString(),
    orders: await ordersOfLine(sql, shared.workOrders.get(), device.lineId),
  }));

  tryWaitingEvents(services, shared);
  retryEvents(services, shared);
}
