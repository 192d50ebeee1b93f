import { simulateHandhelds } from '@suyuan/simulator/simulate-handhelds.ts';
import { type Benchmark, type BySize, inShort, type Row } from '../harness.ts';
import { adminPassword } from '../stage/data-folder.ts';
import { perCase } from '../stage/packing-line.ts';
import { Stage } from '../stage/stage.ts';
import { goodsOn } from './shipping.ts';

const people = 20;
/** The cases that each person scans in the day. */
const casesOf: BySize = { smallest: 10, short: 40, usual: 1000, long: 1000 };

/** A day of a warehouse with twenty handhelds against one server: all come back into the network at once. */
export const handheldDay: Benchmark = {
  name: 'handheld-day',
  async *run(size): AsyncGenerator<Row, void> {
    const stage = await Stage.open();
    const goods = await goodsOn(stage);
    const cases = casesOf[size];
    const { boxes } = await goods.packed(people * cases * perCase);
    const labels = new Map<number, readonly string[]>();
    for (let n = 0; n < people; n++)
      labels.set(await goods.sale(cases * perCase), boxes.slice(n * cases, (n + 1) * cases));
    await stage.connect()`vacuum analyze`;
    const { tallies, secondsToSettle } = await simulateHandhelds({
      ...{ url: stage.url, account: 'admin', password: adminPassword, people, seed: 7 },
      ...{ speed: 1, minutes: 24 * 60, atOnce: true, awayAllDay: true },
      labelsOf: (waybill) => labels.get(waybill) ?? [],
    });
    const scans = tallies.reduce((sum, tally) => sum + tally.scans, 0);
    yield {
      name: `from the network's return until ${inShort(scans)} scans of ${people} handhelds are settled`,
      ...{ ours: secondsToSettle, unit: 's', target: 60, atMost: true },
    };
  },
};
