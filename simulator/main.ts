import { parseArgs } from 'node:util';
import { RefusedCall } from './device.ts';
import { type LineReport, simulateLine } from './simulate-line.ts';

// `npm run simulate -- line --minutes 5 --speed 600 --url http://127.0.0.1:8080 --key sk_… --seed 7`

const usage = `npm run simulate -- line --url <address of the server> --key <device key>
  --order <number>   the work order; the first that runs on the line, where none is given
  --minutes 5        how long the line works
  --speed 600        units a minute
  --seed 7           the same seed, the same line: acts, mishaps, batches
  --at-once          as fast as the server takes it, as if it had happened just before`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      order: { type: 'string' },
      minutes: { type: 'string', default: '5' },
      speed: { type: 'string', default: '600' },
      seed: { type: 'string', default: '7' },
      'at-once': { type: 'boolean', default: false },
    },
  });
  const { url, key, order } = values;
  const [minutes, speed, seed] = [values.minutes, values.speed, values.seed].map(Number) as [number, number, number];
  const areNumbers = minutes > 0 && speed > 0 && Number.isSafeInteger(seed);
  if (positionals.join() !== 'line' || !url || !key || !areNumbers) throw new RefusedCall(usage);
  print(await simulateLine({ url, key, order, minutes, speed, seed, atOnce: values['at-once'] }));
}

function print({ orderNo, units, seconds, held, returned, tally }: LineReport): void {
  const listed = (counts: ReadonlyMap<string, number>) =>
    Array.from(counts, ([name, count]) => `${name} ${count}`).join(', ') || 'none';
  console.log(`Work order ${orderNo}: ${units} units in ${seconds} s, of which the line stood ${held} s.`);
  console.log(`Acts: ${listed(tally.acts)}.`);
  console.log(
    `Batches: ${tally.batches}, ${tally.twice} sent twice, ${tally.outOfOrder} out of order; the network was lost ${tally.losses} times.`,
  );
  console.log(`Results: ${listed(tally.results)}. Refused codes: ${listed(tally.refusals)}.`);
  console.log(`Codes given back: ${returned}.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
