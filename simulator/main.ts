import { parseArgs } from 'node:util';
import { RefusedCall } from './client.ts';
import type { HandheldTally } from './handheld.ts';
import { type HandheldsReport, simulateHandhelds } from './simulate-handhelds.ts';
import { type LineReport, simulateLine } from './simulate-line.ts';
import { type StationReport, simulateStation } from './simulate-station.ts';

// `npm run simulate -- line --minutes 5 --speed 600 --url http://127.0.0.1:8080 --seed 7`
// `npm run simulate -- station --account packer --url http://127.0.0.1:8080 --seed 7`
// `npm run simulate -- handhelds --people 20 --account clerk --url http://127.0.0.1:8080 --seed 7`

const usage = `npm run simulate -- line --url <address of the server>
npm run simulate -- station --url <address of the server> --account <name>
npm run simulate -- handhelds --url <address of the server> --account <name>
  SUYUAN_DEVICE_KEY  in the environment: the device key, for a line or a station
  SUYUAN_PASSWORD    in the environment: the password of the account
  --order <number>   the work order; the first that runs on the line, where none is given
  --minutes 5        how long the line works, or the person at the desk or with a handheld
  --people 20        how many people with handhelds load waybills, of one account
  --away             no handheld has a network until all have scanned
  --speed 600        units a minute of a line; scans a second of a person, 3 or with a handheld 1 where nothing is said
  --seed 7           the same seed, the same line: acts, mishaps, batches; or the same person: packages, mistakes
  --at-once          as fast as the server takes it, a line as if it had happened just before`;

/** What must not be on a command line, where everybody on the machine reads it in the list of processes. */
const secrets = { key: 'SUYUAN_DEVICE_KEY', password: 'SUYUAN_PASSWORD' } as const;

function refuseSecrets(args: readonly string[]): void {
  for (const [option, variable] of Object.entries(secrets))
    if (args.some((arg) => arg === `--${option}` || arg.startsWith(`--${option}=`)))
      throw new RefusedCall(
        `--${option} would show in the list of processes. Set ${variable} in the environment instead, and treat the one just typed as known to others.`,
      );
}

const defaultSpeed: Readonly<Record<string, string>> = { line: '600', station: '3', handhelds: '1' };

async function main(): Promise<void> {
  refuseSecrets(process.argv.slice(2));
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      account: { type: 'string' },
      order: { type: 'string' },
      minutes: { type: 'string', default: '5' },
      speed: { type: 'string' },
      seed: { type: 'string', default: '7' },
      people: { type: 'string', default: '20' },
      away: { type: 'boolean', default: false },
      'at-once': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(usage);
  const what = positionals.join(' ');
  const { url, order, account } = values;
  const { [secrets.key]: key, [secrets.password]: password } = process.env;
  const [minutes, speed, seed] = [values.minutes, values.speed ?? defaultSpeed[what], values.seed].map(Number) as [
    number,
    number,
    number,
  ];
  const people = Number(values.people);
  const areNumbers =
    minutes > 0 && speed > 0 && Number.isSafeInteger(seed) && people > 0 && Number.isSafeInteger(people);
  if (!url || !areNumbers) throw new RefusedCall(usage);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const { signal } = ending;
  const common = { signal, url, minutes, speed, seed, atOnce: values['at-once'] };
  if (what === 'line' && key) printLine(await simulateLine({ ...common, key, order }));
  else if (what === 'station' && key && account && password) {
    printStation(await simulateStation({ ...common, key, order, account, password }));
  } else if (what === 'handhelds' && account && password) {
    printHandhelds(await simulateHandhelds({ ...common, account, password, people, awayAllDay: values.away }));
  } else throw new RefusedCall(usage);
}

const listed = (counts: ReadonlyMap<string, number>) =>
  Array.from(counts, ([name, count]) => `${name} ${count}`).join(', ') || 'none';

function printLine({ orderNo, units, seconds, held, returned, tally }: LineReport): void {
  console.log(`Work order ${orderNo}: ${units} units in ${seconds} s, of which the line stood ${held} s.`);
  console.log(`Acts: ${listed(tally.acts)}.`);
  console.log(
    `Batches: ${tally.batches}, ${tally.twice} sent twice, ${tally.outOfOrder} out of order; the network was lost ${tally.losses} times.`,
  );
  console.log(`Results: ${listed(tally.results)}. Refused codes: ${listed(tally.refusals)}.`);
  console.log(`Codes given back: ${returned}.`);
}

function printStation({ orderNo, returned, tally }: StationReport): void {
  const { scans, units, packages, remainders, answers } = tally;
  const durations = answers.toSorted((a, b) => a - b);
  const at = (share: number) => (durations[Math.floor((durations.length - 1) * share)] ?? 0).toFixed(0);
  console.log(
    `Work order ${orderNo}: ${scans} scans, ${units} units in ${packages} packages, ${remainders} of them remainders.`,
  );
  console.log(`Mistakes: ${listed(tally.mishaps)}. Refused scans: ${listed(tally.refusals)}.`);
  console.log(
    `Answers within ${at(0.5)} ms in the middle, ${at(0.99)} ms of 99 in 100. Codes given back: ${returned}.`,
  );
}

function printHandhelds({ waybills, secondsToSettle, tallies }: HandheldsReport): void {
  const sum = (of: (tally: HandheldTally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
  const counts = (of: (tally: HandheldTally) => ReadonlyMap<string, number>) => {
    const all = new Map<string, number>();
    for (const tally of tallies) for (const [name, n] of of(tally)) all.set(name, (all.get(name) ?? 0) + n);
    return listed(all);
  };
  const longest = Math.max(...tallies.map(({ longestQueue }) => longestQueue));
  console.log(
    `${tallies.length} handhelds, ${waybills} waybills, ${sum(({ scans }) => scans)} scans; the network was lost ${sum(({ losses }) => losses)} times, ${sum(({ answersLost }) => answersLost)} answers on the way; up to ${longest} scans waited.`,
  );
  console.log(`Results: ${counts(({ results }) => results)}. Refused: ${counts(({ refusals }) => refusals)}.`);
  console.log(`Settled ${secondsToSettle.toFixed(1)} s after the last scan.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
