import { deviceBatch } from '../../contract/plant/device.ts';
import { deviceKeyAdd } from '../../contract/plant/device-key.ts';
import { factory } from '../../contract/plant/factory.ts';
import { productionLine } from '../../contract/plant/production-line.ts';
import { workOrder, workOrderRelease, workOrderStart } from '../../contract/plant/work-order.ts';
import { workshop } from '../../contract/plant/workshop.ts';
import { type Benchmark, perSecond } from '../harness.ts';
import { codesOf, fileOf, packFile, perCase, prepare } from '../stage/packing-line.ts';
import { Stage } from '../stage/stage.ts';

const lines = 20;

/** Batches of a thousand cases from one line, and smaller ones from twenty at once, against a file of as many units. */
export const telling: Benchmark = {
  name: 'telling',
  async run({ long }) {
    const stage = await Stage.open();
    try {
      const units = long ? 480_000 : 96_000;
      const prepared = await prepare(stage);
      const tellers = await tellersOf(stage, prepared.product_id);
      const filed = fileOf(await codesOf(stage, prepared.rules, units));
      const file = await perSecond(async () => {
        await packFile(stage, prepared.id, filed);
        return units;
      });
      const rate = async (tellersNow: readonly Teller[], casesInBatch: number) => {
        const codes = await codesOf(stage, prepared.rules, units);
        const batches = Array.from({ length: Math.floor(codes.boxes.length / casesInBatch) }, (_, n) => n);
        return perSecond(async () => {
          await Promise.all(
            tellersNow.map(async (teller) => {
              for (let n = batches.shift(); n !== undefined; n = batches.shift()) {
                await tell(stage, teller, codes, n * casesInBatch, casesInBatch);
              }
            }),
          );
          return units;
        });
      };
      const baseline = { unit: 'units/s', baselineName: 'a file of as many', baseline: file };
      return [
        {
          name: 'device batches of 1000 packings',
          ours: await rate(tellers.slice(0, 1), 1000),
          ...baseline,
          target: 0.4,
        },
        { name: `batches of 50 packings, ${lines} lines at once`, ours: await rate(tellers, 50), ...baseline },
      ];
    } finally {
      await stage.close();
    }
  },
};

/** A line that tells what it did. */
interface Teller {
  readonly key: string;
  readonly order_no: string;
}

async function tellersOf(stage: Stage, product_id: number): Promise<Teller[]> {
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

async function tell(
  stage: Stage,
  { key, order_no }: Teller,
  { units, boxes }: { readonly units: readonly string[]; readonly boxes: readonly string[] },
  first: number,
  count: number,
): Promise<void> {
  const event_time = new Date().toISOString();
  const acts = boxes.slice(first, first + count).map((parent, n) => ({
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
    body: JSON.stringify({ batch_key: `${first}/${count}`, acts }),
  });
  const { data } = (await response.json()) as { data: { results: { result: string }[] } };
  if (!data.results.every(({ result }) => result === 'taken')) throw new Error(`a batch was not taken: ${first}`);
}
