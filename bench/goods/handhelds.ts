import { randomUUID } from 'node:crypto';
import { mostScans, scans } from '@suyuan/contract/handheld/scan.ts';
import { snapshot } from '@suyuan/contract/handheld/task.ts';
import { type Benchmark, type BySize, inShort, type Row } from '../harness.ts';
import { Stage } from '../stage/stage.ts';
import { goodsOn } from './shipping.ts';

/** The units in the warehouse, which are in a snapshot with their cases; and the scans of a shift. */
const unitsOf: BySize = { smallest: 24_000, short: 120_000, usual: 960_000, long: 960_000 };
const scansOf: BySize = { smallest: 500, short: 5000, usual: 20_000, long: 20_000 };

/** What a handheld downloads before it leaves the network, and what it sends when it is back: the scans of a shift, in batches. */
export const handhelds: Benchmark = {
  name: 'handhelds',
  async *run(size): AsyncGenerator<Row, void> {
    const stage = await Stage.open();
    const goods = await goodsOn(stage);
    const quantity = unitsOf[size];
    const { boxes, units } = await goods.packed(quantity);
    await stage.connect()`vacuum analyze`;
    const id = await goods.sale(quantity);
    const begun = performance.now();
    const response = await fetch(`${stage.url}${snapshot.path}?kind=load&id=${id}`, { headers: stage.headers });
    if (!response.ok) throw new Error(`snapshot: ${response.status} ${await response.text()}`);
    const { byteLength } = await response.arrayBuffer();
    const codes = boxes.length + units.length;
    yield {
      ...{ name: `snapshot of a waybill with ${inShort(codes)} codes`, ours: (performance.now() - begun) / 1000 },
      ...{ unit: 's', target: 60, atMost: true },
    };
    yield { name: 'bytes of a snapshot for each code', ours: byteLength / codes, unit: 'bytes' };
    const count = scansOf[size];
    // Cases, and bottles out of the cases that are left: these are taken out of their packages.
    const texts = [...boxes.slice(0, count / 2), ...units.slice(-count / 2)].slice(0, count);
    const device = randomUUID();
    const sending = performance.now();
    for (let at = 0; at < texts.length; at += mostScans) {
      const now = new Date().toISOString();
      const batch = texts.slice(at, at + mostScans).map((code, n) => ({
        ...{ id: randomUUID(), no: at + n, scanned_at: now, act: 'load', document_id: id, code },
      }));
      const { results } = await stage.call<{ results: { result: string; refusals?: unknown }[] }>(scans.path, {
        ...{ device, sent_at: now, scans: batch },
      });
      const wrong = results.find(({ result }) => result !== 'taken');
      if (wrong || results.length < batch.length) throw new Error(`a scan was not taken: ${JSON.stringify(wrong)}`);
    }
    yield {
      ...{ name: `${inShort(texts.length)} scans of a handheld until they are answered`, unit: 's' },
      ...{ ours: (performance.now() - sending) / 1000, target: 60, atMost: true },
    };
  },
};
