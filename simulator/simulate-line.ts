import { setTimeout as wait } from 'node:timers/promises';
import { deviceHeartbeat } from '../contract/plant/device.ts';
import { Random } from '../server/sample/random.ts';
import { CodeSupply } from './code-supply.ts';
import { Device } from './device.ts';
import { Line } from './line.ts';
import { levelsOf, orderFor } from './line-order.ts';
import { type Mishaps, usualMishaps } from './mishaps.ts';
import { type Tally, Uplink } from './uplink.ts';

export interface LineOptions {
  readonly url: string;
  readonly key: string;
  /** The first that runs on the line, where none is given. */
  readonly order?: string | undefined;
  readonly minutes: number;
  /** Units a minute. */
  readonly speed: number;
  readonly seed: number;
  /** As fast as the server takes it; its acts then happened in the minutes before. */
  readonly atOnce?: boolean;
  readonly mishaps?: Mishaps;
}

export interface LineReport {
  readonly orderNo: string;
  readonly units: number;
  readonly seconds: number;
  readonly held: number;
  readonly returned: number;
  readonly tally: Tally;
}

/** Seconds between heartbeats, and acts of how many seconds go out together. */
const heartbeatEvery = 10;
const batchEvery = 2;

/** A line works on an order for some minutes: the same acts, mishaps and batches from the same seed. */
export async function simulateLine(options: LineOptions): Promise<LineReport> {
  const { minutes, speed, seed, atOnce = false, mishaps = usualMishaps } = options;
  const device = new Device(options.url, options.key);
  const order = await orderFor(device, options.order);
  const levels = levelsOf(order);
  const supplies = new Map(
    levels.map(({ level }) => [
      level,
      new CodeSupply(device, { order_no: order.order_no, level, quantity: level === 1 ? Math.max(100, speed) : 50 }),
    ]),
  );
  const seconds = Math.round(minutes * 60);
  const begun = Date.now() - (atOnce ? seconds * 1000 : 0);
  const random = new Random(seed);
  const nextCode = (level: number) => (supplies.get(level) as CodeSupply).take();
  const line = new Line({ random, mishaps, levels, nextCode });
  // What the network does does not change what the line does.
  const uplink = new Uplink({
    device,
    random: new Random(seed + 1),
    mishaps,
    orderNo: order.order_no,
    run: `${seed}-${begun}`,
  });
  let units = 0;
  let defective = 0;
  let held = 0;
  for (let second = 0; second < seconds; second++) {
    if (!atOnce) await wait(Math.max(0, begun + second * 1000 - Date.now()));
    const due = Math.floor(((second + 1) * speed) / 60) - Math.floor((second * speed) / 60);
    const acts = await line.second(begun + second * 1000, due);
    uplink.add(acts);
    if (acts.length === 0) held += 1;
    else units += due;
    // What the camera cannot read is thrown away.
    defective += acts.filter(({ act }) => act === 'scrapped').length;
    const counters = { consumed: units, processed: units - defective, defective };
    if (second % batchEvery === 0) uplink.seal();
    await uplink.second();
    if (second % heartbeatEvery === 0) {
      const state = acts.length === 0 ? 'held' : 'execute';
      await device.call(deviceHeartbeat, { state, queue: uplink.queued, counters });
    }
  }
  uplink.add(await line.clear(begun + seconds * 1000));
  await uplink.finish();
  let returned = 0;
  for (const supply of supplies.values()) returned += await supply.giveBack();
  await device.call(deviceHeartbeat, { state: 'complete', queue: 0 });
  return { orderNo: order.order_no, units, seconds, held, returned, tally: uplink.tally };
}
