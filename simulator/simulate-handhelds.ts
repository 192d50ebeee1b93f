import { setTimeout as wait } from 'node:timers/promises';
import { contact } from '@suyuan/contract/handheld/handheld.ts';
import { snapshot, type Task, tasks } from '@suyuan/contract/handheld/task.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { picking } from '@suyuan/contract/physical/stock/picking.ts';
import { Client, RefusedCall, type Way, wayTo } from './client.ts';
import { Handheld, type HandheldTally } from './handheld.ts';
import { defaultHandheldMishaps, type HandheldMishaps } from './mishaps.ts';
import { Random } from './random.ts';

export interface HandheldsOptions {
  readonly url: string;
  /** The account of the people, who load waybills. */
  readonly account: string;
  readonly password: string;
  readonly people: number;
  /** Scans a second of each person. */
  readonly speed: number;
  readonly minutes: number;
  readonly seed: number;
  /** Scan as fast as the server answers. */
  readonly atOnce?: boolean;
  /** Nobody has a network until all have scanned: then all come back at once. */
  readonly awayAllDay?: boolean;
  readonly mishaps?: HandheldMishaps;
  /** The labels to scan for a waybill, by its id; by default those of its picking list. */
  readonly labelsOf?: (waybill: number) => readonly string[];
  readonly signal?: AbortSignal;
}

export interface HandheldsReport {
  readonly waybills: number;
  /** From the last scan, when all networks are back, until everything is answered and settled. */
  readonly secondsToSettle: number;
  readonly tallies: readonly HandheldTally[];
}

/** How far clocks of handhelds are off, in milliseconds: one of them by a day. */
const clocks = [0, 1500, -40_000, 86_400_000] as const;

/**
 * Simulates people who load waybills with handhelds, some hours without a network. Each has waybills of its own, fetches what
 * their picking lists say, and makes mistakes. The same seed makes the same mistakes.
 */
export async function simulateHandhelds(options: HandheldsOptions): Promise<HandheldsReport> {
  const { people, minutes, speed, seed, awayAllDay = false, mishaps = defaultHandheldMishaps } = options;
  const way = wayTo(options.url);
  const client = await signedIn(way, options);
  const open = (await client.call(tasks, {})).tasks.filter(({ kind }) => kind === 'load');
  if (open.length === 0) throw new RefusedCall('There is no waybill to load.');
  const handhelds = Array.from({ length: people }, (_, at) => {
    const random = new Random(seed + at);
    const clockAhead = clocks[at % clocks.length] as number;
    return { random, handheld: new Handheld({ client, random, mishaps, clockAhead }) };
  });
  // All have one account here, and an account downloads a few files at a time only.
  const taken: Job[] = [];
  for (const task of open) taken.push(await takeAlong(client, task, options));
  await Promise.all(
    handhelds.map(async ({ handheld, random }, at) => {
      const jobs = taken.filter((_, n) => n % people === at % open.length);
      await tellServer(client, handheld);
      if (awayAllDay) handheld.leaveNetwork();
      // Goods that a person may fetch by mistake: those of a waybill of somebody else.
      const wrong = taken.find((job) => !jobs.includes(job))?.codes ?? [];
      await work({ ...options, mishaps, random, handheld, jobs, wrong, most: Math.round(minutes * 60 * speed) });
    }),
  );
  const back = performance.now();
  await Promise.all(handhelds.map(({ handheld }) => handheld.comeBack()));
  const secondsToSettle = (performance.now() - back) / 1000;
  return { waybills: open.length, secondsToSettle, tallies: handhelds.map(({ handheld }) => handheld.tally) };
}

interface Job {
  readonly task: Task;
  /** The labels to scan, in their order. */
  readonly codes: readonly string[];
}

/** Downloads a waybill with its snapshot, and what is to be fetched for it. */
async function takeAlong(client: Client, task: Task, { labelsOf }: Pick<HandheldsOptions, 'labelsOf'>): Promise<Job> {
  await (await client.ask(`${snapshot.path}?kind=${task.kind}&id=${task.id}`, {})).arrayBuffer();
  if (labelsOf) return { task, codes: labelsOf(task.id) };
  const { rows } = await client.call(picking, { id: task.id });
  return { task, codes: rows.filter(({ units, of }) => units === of).map(({ code }) => code) };
}

async function tellServer(client: Client, { device }: Handheld): Promise<void> {
  await client.call(contact, { device, version: 'simulator', waiting: 0, time: new Date().toISOString() });
}

interface Work extends Pick<HandheldsOptions, 'speed' | 'atOnce' | 'signal'> {
  readonly handheld: Handheld;
  readonly random: Random;
  readonly mishaps: HandheldMishaps;
  readonly jobs: readonly Job[];
  readonly wrong: readonly string[];
  /** Scans at most. */
  readonly most: number;
}

async function work({ handheld, random, mishaps, jobs, wrong, most, speed, atOnce, signal }: Work): Promise<void> {
  const start = Date.now();
  const pace = async () => {
    // Due times do not shift, so a delayed person catches up.
    if (!atOnce) await wait(Math.max(0, start + (handheld.tally.scans * 1000) / speed - Date.now()));
  };
  for (const { task, codes } of jobs)
    for (const code of codes) {
      if (handheld.tally.scans >= most || signal?.aborted) return;
      await pace();
      const document_id = task.id;
      if (random.next() < mishaps.misread)
        await handheld.scan({ act: 'load', document_id, code: `${code.slice(0, -1)}#` });
      if (wrong.length > 0 && random.next() < mishaps.wrongGoods)
        await handheld.scan({ act: 'load', document_id, code: random.pick(wrong) });
      await handheld.scan({ act: 'load', document_id, code });
      if (random.next() >= mishaps.takenOff) continue;
      await handheld.scan({ act: 'unload', document_id, code });
      await handheld.scan({ act: 'load', document_id, code });
    }
}

async function signedIn(way: Way, { account, password }: HandheldsOptions): Promise<Client> {
  const person = { account_name: account, account_password: password, account_type: 1 } as const;
  const token = await new Client(way, {}).call(login, person);
  return new Client(way, { token });
}
