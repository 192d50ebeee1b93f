import { setTimeout as pause } from 'node:timers/promises';
import { pack } from '@suyuan/contract/plant/packing/packing.ts';
import { type Benchmark, type BySize, inShort, median, milliseconds, perSecond } from '../harness.ts';
import { type Codes, codesOf, fileOf, packFile, perCase, prepare } from '../stage/packing-line.ts';
import { Stage } from '../stage/stage.ts';

const unitsOf: BySize = { smallest: 9600, short: 96_000, usual: 240_000, long: 960_000 };
const roundsOf: BySize = { smallest: 1, short: 2, usual: 5, long: 5 };
/** The time in milliseconds in which the desk is alone in each round. */
const timeAlone: BySize = { smallest: 500, short: 2000, usual: 3000, long: 3000 };
/** Between two cases of the desk, in milliseconds: one person scans slower, a hall with some desks does not. */
const pace = 50;

/** A desk that packs case after case, alone and while a file is packed; and the file, alone and beside the desk. */
export const deskBesideFile: Benchmark = {
  name: 'desk-beside-file',
  async *run(size) {
    const stage = await Stage.open();
    const units = unitsOf[size];
    const order = await prepare(stage);
    const cases = await codesOf(stage, order.rules, 960 * 40);
    const desk = new Desk(stage, order.id, cases);
    const alone: number[] = [];
    const beside: number[] = [];
    const rates: { alone: number[]; beside: number[] } = { alone: [], beside: [] };
    const file = async () => {
      const content = fileOf(await codesOf(stage, order.rules, units));
      return () =>
        perSecond(async () => {
          await packFile(stage, order.id, content);
          return units;
        });
    };
    await (await file())();
    await desk.until(pause(1000));
    for (let round = 0; round < roundsOf[size]; round++) {
      alone.push(...(await desk.until(pause(timeAlone[size]))));
      rates.alone.push(await (await file())());
      const packed = (await file())();
      beside.push(...(await desk.until(packed)));
      rates.beside.push(await packed);
    }
    yield {
      name: `a desk beside a file of ${inShort(units)} units, median`,
      ours: median(beside),
      unit: 'ms',
      baselineName: 'the desk alone',
      baseline: median(alone),
      target: 2,
      atMost: true,
    };
    yield {
      name: 'the same, slowest of a hundred',
      ours: slowest(beside),
      unit: 'ms',
      baselineName: 'median of the desk alone',
      baseline: median(alone),
      target: 5,
      atMost: true,
    };
    yield {
      name: 'the file beside the desk',
      ours: median(rates.beside),
      unit: 'units/s',
      baselineName: 'the file alone',
      baseline: median(rates.alone),
      target: 0.8,
    };
  },
};

const slowest = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] as number;

/** Packs cases one after the other, each in a call of its own. */
class Desk {
  readonly #stage: Stage;
  readonly #order: number;
  readonly #cases: Codes;
  #next = 0;

  constructor(stage: Stage, order: number, cases: Codes) {
    this.#stage = stage;
    this.#order = order;
    this.#cases = cases;
  }

  /** Packs until something has ended; resolves to the times of the calls in milliseconds. */
  async until(end: Promise<unknown>): Promise<number[]> {
    const times: number[] = [];
    let ended = false;
    const ending = end.then(
      () => {
        ended = true;
      },
      () => {
        ended = true;
      },
    );
    while (!ended) {
      times.push(await milliseconds(() => this.#pack()));
      await pause(pace);
    }
    await ending;
    return times;
  }

  #pack(): Promise<unknown> {
    const { boxes, units } = this.#cases;
    const at = this.#next++;
    return this.#stage.call(pack.path, {
      work_order_id: this.#order,
      parent: boxes[at],
      children: units.slice(at * perCase, (at + 1) * perCase),
      batch_key: `case ${at}`,
    });
  }
}
