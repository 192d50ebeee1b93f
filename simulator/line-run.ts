import { CodeSupply } from './code-supply.ts';
import type { Device } from './device.ts';
import { Line } from './line.ts';
import { type LineOrder, levelsOf } from './line-order.ts';
import type { Causes, Mishaps } from './mishaps.ts';
import { Random } from './random.ts';
import { Uplink } from './uplink.ts';

interface RunParts {
  readonly device: Device;
  readonly order: LineOrder;
  /** Minutes east of Greenwich; where the program runs, unless told. */
  readonly utcOffset?: number;
  readonly seed: number;
  readonly mishaps: Mishaps;
  readonly causes: Causes;
  /** How many codes it leases at a time, of a level of which a package holds so many units. */
  readonly leased: (unitsInOne: number) => number;
  /** Begins the keys of its batches: no other run has it. */
  readonly run: string;
}

const localOffset = (): number => -new Date().getTimezoneOffset();

/** A line works on an order: the same acts, mishaps and batches from the same seed. */
export class LineRun {
  readonly uplink: Uplink;
  readonly #line: Line;
  readonly #supplies: ReadonlyMap<number, CodeSupply>;
  /** What came by, what of it was good enough to be packed, and what was thrown away. */
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
    // What the network does does not change what the line does.
    this.uplink = new Uplink({ device, random: new Random(seed + 1), mishaps, orderNo: order_no, run });
  }

  /** A second, or several, in which `units` are due; answers whether it ran. What it did waits for its batch. */
  async work(at: number, units: number, seconds = 1): Promise<boolean> {
    const acts = await this.#line.work(at, units, seconds);
    if (!acts) return false;
    this.uplink.add(acts);
    const aside = acts.filter(({ act }) => act === 'scrapped' || act === 'rejected' || act === 'sampled');
    this.units += units;
    this.good += units - aside.length;
    // What the camera cannot read is thrown away.
    this.defective += aside.filter(({ act }) => act === 'scrapped').length;
    return true;
  }

  /** The end of the order: what is left is packed as it is, and all is told. Answers how many codes were given back. */
  async finish(at: number): Promise<number> {
    this.uplink.add(await this.#line.clear(at));
    await this.uplink.finish();
    let returned = 0;
    for (const supply of this.#supplies.values()) returned += await supply.giveBack();
    return returned;
  }
}
