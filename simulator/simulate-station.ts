import { setTimeout as wait } from 'node:timers/promises';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { Client, Device, wayTo } from './client.ts';
import { CodeSupply } from './code-supply.ts';
import { levelsOf, orderFor } from './line-order.ts';
import { defaultStationMishaps, type StationMishaps } from './mishaps.ts';
import { Random } from './random.ts';
import { Station, type StationTally } from './station.ts';

export interface StationOptions {
  readonly url: string;
  /** The key of the line, with which the labels on the desk are leased. */
  readonly key: string;
  /** The account that packs. */
  readonly account: string;
  readonly password: string;
  /** The first order running on the line by default. */
  readonly order?: string | undefined;
  readonly minutes: number;
  /** Scans a second. */
  readonly speed: number;
  readonly seed: number;
  /** Run as fast as the server answers. */
  readonly atOnce?: boolean;
  readonly mishaps?: StationMishaps;
  /** Ends the run early; unused labels are returned. */
  readonly signal?: AbortSignal;
}

export interface StationReport {
  readonly orderNo: string;
  readonly returned: number;
  readonly tally: StationTally;
}

/** Simulates a person who packs by hand for some minutes. The same seed gives the same packages and mistakes. */
export async function simulateStation(options: StationOptions): Promise<StationReport> {
  const { url, minutes, speed, seed, atOnce = false, mishaps = defaultStationMishaps } = options;
  const device = new Device(wayTo(url), options.key);
  const order = await orderFor(device, options.order);
  const client = await signedIn(options);
  const levels = levelsOf(order);
  const supplies = new Map(
    levels.map(({ level }) => [
      level,
      new CodeSupply(device, { order_no: order.order_no, level, quantity: level === 1 ? 500 : 50 }),
    ]),
  );
  const start = Date.now();
  const due = Math.round(minutes * 60 * speed);
  let units = 0;
  const station = new Station({
    client,
    random: new Random(seed),
    mishaps,
    workOrderId: order.id,
    levels,
    nextCode: (level) => (supplies.get(level) as CodeSupply).take(),
    // Due times do not shift, so a delayed person catches up.
    pace: async () => {
      const at = start + (units++ * 1000) / speed;
      if (!atOnce) await wait(Math.max(0, at - Date.now()));
    },
    run: `station-${seed}-${start}`,
  });
  const isOver = () => units >= due || options.signal?.aborted === true;
  while (!isOver()) await station.work(isOver);
  let returned = 0;
  for (const supply of supplies.values()) returned += await supply.giveBack();
  return { orderNo: order.order_no, returned, tally: station.tally };
}

async function signedIn({ url, account, password }: StationOptions): Promise<Client> {
  const person = { account_name: account, account_password: password, account_type: 1 } as const;
  const token = await new Client(wayTo(url), {}).call(login, person);
  return new Client(wayTo(url), { token });
}
