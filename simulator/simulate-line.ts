import { setTimeout as wait } from 'node:timers/promises';
import { deviceHeartbeat, deviceStates } from '@suyuan/contract/plant/device/device.ts';
import { Device, wayTo } from './client.ts';
import { orderFor } from './line-order.ts';
import { LineRun } from './line-run.ts';
import { LineStates } from './line-states.ts';
import { defaultCauses, defaultMishaps, type Mishaps } from './mishaps.ts';
import { Random } from './random.ts';
import type { Tally } from './uplink.ts';

export interface LineOptions {
  readonly url: string;
  readonly key: string;
  /** The first order running on the line by default. */
  readonly order?: string | undefined;
  readonly minutes: number;
  /** Units a minute. */
  readonly speed: number;
  readonly seed: number;
  /** Run as fast as the server takes it, with the events dated to the preceding minutes. */
  readonly atOnce?: boolean;
  readonly mishaps?: Mishaps;
  /** Ends the run early: what is on the line is packed and reported, and unprinted codes are returned. */
  readonly signal?: AbortSignal;
}

export interface LineReport {
  readonly orderNo: string;
  readonly units: number;
  readonly seconds: number;
  readonly held: number;
  readonly returned: number;
  readonly tally: Tally;
}

/** Seconds between heartbeats and between batches. */
const heartbeatEvery = 10;
const batchEvery = 2;

/** Simulates a line that works on an order for some minutes, until as many good units as planned are made. The same seed gives the same events, mishaps and batches. */
export async function simulateLine(options: LineOptions): Promise<LineReport> {
  const { minutes, speed, seed, atOnce = false, mishaps = defaultMishaps } = options;
  const device = new Device(wayTo(options.url), options.key);
  const order = await orderFor(device, options.order);
  const seconds = Math.round(minutes * 60);
  const start = Date.now() - (atOnce ? seconds * 1000 : 0);
  const run = new LineRun({
    ...{ device, order, seed, mishaps, causes: defaultCauses },
    leased: (unitsInOne) => (unitsInOne === 1 ? Math.max(100, speed) : 50),
    run: `${seed}-${start}`,
  });
  const { uplink } = run;
  const states = new LineStates(new Random(seed + 2), defaultCauses.stop ?? []);
  let held = 0;
  let second = 0;
  for (; second < seconds && run.good < order.quantity && !options.signal?.aborted; second++) {
    if (!atOnce) await wait(Math.max(0, start + second * 1000 - Date.now()));
    const due = Math.floor(((second + 1) * speed) / 60) - Math.floor((second * speed) / 60);
    const ran = await run.work(start + second * 1000, due);
    if (!ran) held += 1;
    const now = states.note(start + second * 1000, ran);
    if (second % batchEvery === 0) uplink.seal();
    await uplink.send();
    if (second % heartbeatEvery === 0) {
      const { units, defective } = run;
      const counters = { consumed: units, processed: units - defective, defective };
      await device.call(deviceHeartbeat, { ...now, queue: uplink.queued, counters });
    }
  }
  const returned = await run.finish(start + second * 1000);
  // Heartbeats tell the present only.
  if (atOnce) await device.call(deviceStates, { states: states.until(start + second * 1000) });
  await device.call(deviceHeartbeat, { state: 'complete', queue: 0 });
  return { orderNo: order.order_no, units: run.units, seconds: second, held, returned, tally: uplink.tally };
}
