import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { deviceBatch, deviceHeartbeat, deviceStates } from '@suyuan/contract/plant/device/device.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { WorkOrders } from '#trace/services.ts';
import { lineOfKey, warehouseOfKey } from '../line/line-of-key.ts';
import { takeBatch } from './events/device-batch.ts';
import { retryEvents } from './events/retry-events.ts';
import { tryWaitingEvents } from './events/waiting-events.ts';
import { takeHeartbeat } from './heartbeat.ts';
import { takePastStates } from './past-states.ts';

/** Serves the calls of devices: batches of events, and heartbeats. */
export default function serveDevices(services: Services, shared: SharedServices): void {
  const { routes } = services;
  const { sql } = services.system.devices;

  routes.admission.admitDevicesBy({ device: async (key) => (await lineOfKey(sql, key)) ?? warehouseOfKey(sql, key) });

  routes.serveDevice(deviceBatch, async (batch, { device, language }) => ({
    results: await takeBatch(services, shared, device, batch, language),
  }));

  routes.serveDevice(deviceHeartbeat, async (beat, { device }) => ({
    time: (await takeHeartbeat(services, shared, device, beat)).toISOString(),
    orders: await ordersOfLine(sql, shared.workOrders.get(), device.lineId),
  }));

  routes.serveDevice(deviceStates, async ({ states }, { device }) => ({
    seconds: await takePastStates(services, shared, device, states),
  }));

  tryWaitingEvents(services, shared);
  retryEvents(services, shared);
}

type LineOrder = OutputOf<typeof deviceHeartbeat>['orders'][number];

/** The running and released work orders of a line, as its machines need them. */
async function ordersOfLine(sql: Connection, workOrders: WorkOrders, lineId: number): Promise<LineOrder[]> {
  const rows = await sql<Omit<LineOrder, 'capacities' | 'limit'>[]>`
    select o.id, o.order_no, o.status, p.product_code, p.product_name, p.gtin, o.lot,
      to_char(o.production_date, 'YYYY-MM-DD') as production_date, to_char(o.expiry_date, 'YYYY-MM-DD') as expiry_date,
      o.quantity
    from work_order o join product p on p.id = o.product_id
    where o.line_id = ${lineId} and o.status in ('released', 'running')
    order by o.status desc, o.id limit ${maxOrders}`;
  const facts = await workOrders.facts(
    sql,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    limit: facts.get(row.id)?.limit ?? row.quantity,
    capacities: Array.from(facts.get(row.id)?.capacities ?? [], ([level, units]) => ({ level, units })),
  }));
}

const maxOrders = 50;
