import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { factory } from '@suyuan/contract/plant/factory.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { workOrder, workOrderRelease, workOrderStart } from '@suyuan/contract/plant/order/work-order.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { perCase } from './packing-line.ts';
import type { Stage } from './stage.ts';

/** The credentials of a line and its work order. */
export interface Teller {
  readonly key: string;
  readonly order_no: string;
}

/** Adds lines in one workshop, each with a device key and a running work order. */
export async function tellersOf(stage: Stage, product_id: number, lines: number): Promise<Teller[]> {
  const add = async (path: string, input: object) => (await stage.call<{ id: number }>(path, input)).id;
  const factory_id = await add(factory.add.path, { factory_code: 'F', factory_name: 'F' });
  const workshop_id = await add(workshop.add.path, { workshop_code: 'W', workshop_name: 'W', factory_id });
  const tellers: Teller[] = [];
  for (let n = 1; n <= lines; n++) {
    const line_id = await add(productionLine.add.path, { line_code: `L${n}`, line_name: `L${n}`, workshop_id });
    const { key } = await stage.call<{ key: string }>(deviceKeyAdd.path, { line_id, name: 'controller' });
    const order = { order_no: `LINE-${n}`, product_id, quantity: 1_000_000, lot: 'LINES', line_id };
    const id = await add(workOrder.add.path, order);
    await stage.call(workOrderRelease.path, { id });
    await stage.call(workOrderStart.path, { id });
    tellers.push({ key, order_no: order.order_no });
  }
  return tellers;
}

interface Packed {
  readonly units: readonly string[];
  readonly boxes: readonly string[];
}

/** Has lines report packed cases at once, each its next batch when the one before is answered. The servers share the lines. */
export async function tellAll(
  servers: readonly Stage[],
  tellers: readonly Teller[],
  packed: Packed,
  { batches, casesInBatch }: { readonly batches: number; readonly casesInBatch: number },
): Promise<void> {
  const queue = Array.from({ length: batches }, (_, n) => n * casesInBatch);
  await Promise.all(
    tellers.map(async (teller, at) => {
      const server = servers[at % servers.length] as Stage;
      for (let first = queue.shift(); first !== undefined; first = queue.shift())
        await tell(server, teller, packed, first, casesInBatch);
    }),
  );
}

/** Reports cases packed by a line, in one batch. */
export async function tell(
  stage: Stage,
  { key, order_no }: Teller,
  { units, boxes }: Packed,
  first: number,
  count: number,
): Promise<void> {
  const event_time = new Date().toISOString();
  const events = boxes.slice(first, first + count).map((parent, n) => ({
    id: `${n}`,
    act: 'packed',
    event_time,
    order_no,
    parent,
    codes: units.slice((first + n) * perCase, (first + n + 1) * perCase),
  }));
  const response = await fetch(stage.url + deviceBatch.path, {
    method: deviceBatch.method,
    headers: { 'device-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ batch_key: `${boxes[first]} ${count}`, acts: events }),
  });
  if (!response.ok) throw new Error(`a batch was answered ${response.status}: ${await response.text()}`);
  const { data } = (await response.json()) as { data: { results: { result: string }[] } };
  if (!data.results.every(({ result }) => result === 'taken')) throw new Error(`a batch was not taken: ${first}`);
}
