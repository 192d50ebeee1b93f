import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { packingUpload, taskDetail } from '@suyuan/contract/plant/task.ts';
import { vi } from 'vitest';
import type { TestServer } from '../harness/server.ts';

/** A file that somebody sent to be packed by, all of it refused: its job, once it is over. */
export async function endedJob(server: TestServer, token: string, productId: number): Promise<string> {
  const { id } = await server.data(workOrder.add, { product_id: productId, quantity: 1 });
  const form = new FormData();
  form.append('file', new Blob(['nothing,known\n']), 'packing.csv');
  const path = `${packingUpload.path}?work_order_id=${id}`;
  const response = await server.fetch(path, { method: 'POST', headers: { token }, body: form });
  const { data } = (await response.json()) as { data: { job: string } };
  await vi.waitUntil(async () => (await server.data(taskDetail, data)).state === 'done', { timeout: 30_000 });
  return data.job;
}
