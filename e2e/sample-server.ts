import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { product } from '@suyuan/contract/base/product/product.ts';
import { contact } from '@suyuan/contract/handheld/handheld.ts';
import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { scanTemplate } from '@suyuan/contract/querymanage/scan-template.ts';
import { signedInAt, startServer, type TestServer } from './server.ts';

/**
 * Offers one server with the sample data to all workers, because writing them takes long and the tests only read them. It is
 * started at the first request; each request is answered with its address once the data are complete.
 */
export async function offerSampleServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  let started: ReturnType<typeof startServer> | undefined;
  let filled: Promise<void> | undefined;
  const desk = createServer(async (_request, response) => {
    try {
      // A part is enough for every screen to have rows.
      started ??= startServer({ SUYUAN_SAMPLE: '0.2' });
      const server = await started;
      filled ??= signedInAt(server.url).then(fill);
      await filled;
      response.end(server.url);
    } catch (error) {
      response.writeHead(500).end(`${error}`);
    }
  }).listen(0, '127.0.0.1');
  await once(desk, 'listening');
  return {
    url: `http://127.0.0.1:${(desk.address() as AddressInfo).port}`,
    stop: async () => {
      desk.close();
      const server = await started?.catch(() => undefined);
      await server?.stop();
    },
  };
}

async function fill(server: TestServer): Promise<void> {
  // Scans are the last part of the sample data to be written.
  const scans = async () => (await server.call(consumerScan.page, { size: 1 })).total;
  for (let before = -1, now = 0; now === 0 || now !== before; await wait(1_000)) [before, now] = [now, await scans()];
  // Adds a draft work order, a scan template and a handheld, which the sample data lack.
  const [first] = (await server.call(product.page, { size: 1 })).rows;
  await server.call(workOrder.add, { product_id: first?.id as number, quantity: 6_000, lot: 'L20260101' });
  await server.call(scanTemplate.add, { template_name: '全部产品' });
  const handheld = { device: randomUUID(), name: '一号库 PDA-1', version: '1.0.0', waiting: 3 };
  await server.call(contact, {
    ...handheld,
    oldest_waiting_at: '2026-01-05T08:00:00Z',
    time: new Date().toISOString(),
  });
}
