import type { Device } from './client.ts';
import { CodeSupply } from './code-supply.ts';
import { Line } from './line.ts';
import { type LineOrder, levelsOf } from './line-order.ts';
import type { Causes, Mishaps } from './mishaps.ts';
import { Random } from './random.ts';
import { Uplink } from './uplink.ts';

interface RunParts {
  readonly device: Device;
  readonly order: LineOrder;
  /** The UTC offset in minutes; that of this machine by default. */
  readonly utcOffset?: number;
  readonly seed: number;
  readonly mishaps: Mishaps;
  readonly causes: Causes;
  /** How many codes are leased at a time, given the number of units in a package of their level. */
  readonly leased: (unitsInOne: number) => number;
  /** A unique prefix for the batch keys of this run. */
  readonly run: string;
}

const localOffset = (): number => -new Date().getTimezoneOffset();

/** A line that works on a work order and reports its events. The same seed gives the same events, mishaps and batches. */
export class LineRun {
  readonly uplink: Uplink;
  readonly #line: Line;
  readonly #supplies: ReadonlyMap<number, CodeSupply>;
  /** The units that passed, those good enough to be packed, and those that were scrapped. */
  units = 0;
  good = 0;
  defective = 0;

  constructor({ device, order, seed, mishaps, causes, leased, run, utcOffset = localOffset() }: RunParts) {
    const { order_no } = order;
    const levels = levelsOf(order);
    let unitsInOne = 1;
    this.#supplies = new Map(
      levels.map(({ level, holds }) => {
        unitsInOne *= holds;
        return [level, new CodeSupply(device, { order_no, level, quantity: leased(unitsInOne) })];
      }),
    );
    const nextCode = (level: number) => (this.#supplies.get(level) as CodeSupply).take();
    this.#line = new Line({ random: new Random(seed), mishaps, causes, levels, utcOffset, nextCode });
    // A random stream of its own, so that mishaps of the network do not change what the line does.
    this.uplink = new Uplink({ device, random: new Random(seed + 1), mishaps, orderNo: order_no, run });
  }

  /**
   * Simulates one or more seconds in which `units` are due, and resolves to whether the line ran. Its events wait for their
   * batch.
   */
  async work(at: number, units: number, seconds = 1): Promise<boolean> {
    const events = await this.#line.work(at, units, seconds);
    if (!events) return false;
    this.uplink.add(events);
    const aside = events.filter(
      ({ act: eventType }) => eventType === 'scrapped' || eventType === 'rejected' || eventType === 'sampled',
    );
    this.units += units;
    this.good += units - aside.length;
    // Units that the camera cannot read are scrapped.
    this.defective += aside.filter(({ act: eventType }) => eventType === 'scrapped').length;
    return true;
  }

  /** Ends the order: packs what is left as remainders, sends everything, and resolves to the number of returned codes. */
  async finish(at: number): Promise<number> {
    this.uplink.add(await this.#line.clear(at));
    await this.uplink.finish();
    let returns = 0;
    for (const supply of this.#supplies.values()) returns += await supply.giveBack();
    return returns;
  }
}
