import { build } from '../tools/build.mjs';
import { engine } from './codes/engine.ts';
import { importingCodes } from './codes/importing-codes.ts';
import { issuing } from './codes/issuing.ts';
import { batching } from './console/batching.ts';
import { finding } from './console/finding.ts';
import { firstLoad } from './console/first-load.ts';
import { importing } from './console/importing.ts';
import { memory } from './console/memory.ts';
import { offlineHandheld } from './console/offline-handheld.ts';
import { upserting } from './console/upserting.ts';
import { costByNode } from './goods/cost-by-node.ts';
import { deskBesideFile } from './goods/desk-beside-file.ts';
import { handheldDay } from './goods/handheld-day.ts';
import { handhelds } from './goods/handhelds.ts';
import { inspecting } from './goods/inspecting.ts';
import { packing } from './goods/packing.ts';
import { reports } from './goods/reports.ts';
import { sample } from './goods/sample.ts';
import { sharding } from './goods/sharding.ts';
import { shipping } from './goods/shipping.ts';
import { stockAtPlace } from './goods/stock-at-place.ts';
import { telling } from './goods/telling.ts';
import { tracing } from './goods/tracing.ts';
import { type Benchmark, type Size, Skipped, sizes } from './harness.ts';
import { backups } from './operation/backups.ts';
import { capturingEvents } from './operation/capturing-events.ts';
import { notifying } from './operation/notifying.ts';
import { Results } from './results.ts';
import { growth } from './scans/growth.ts';
import { scanning } from './scans/scanning.ts';
import { warning } from './scans/warning.ts';
import { stopStarted } from './stage/started.ts';

// `npm run bench` runs all benchmarks, `npm run bench -- engine scanning` only those named; `--smallest`, `--short` and
// `--long` change their size.

const benchmarks: readonly Benchmark[] = [
  engine,
  issuing,
  scanning,
  warning,
  growth,
  packing,
  deskBesideFile,
  telling,
  shipping,
  handhelds,
  handheldDay,
  tracing,
  stockAtPlace,
  sharding,
  costByNode,
  reports,
  inspecting,
  sample,
  importing,
  importingCodes,
  memory,
  finding,
  batching,
  upserting,
  firstLoad,
  offlineHandheld,
  capturingEvents,
  notifying,
  backups,
];

const words = process.argv.slice(2);
const size = sizes.find((name) => words.includes(`--${name}`)) ?? 'usual';
const chosen = chosenOf(words.filter((word) => word !== `--${size}`));
for (const event of ['unhandledRejection', 'SIGINT', 'SIGTERM'] as const) process.once(event, stopAll);

const begun = performance.now();
const results = await Results.of(size);
await build();
console.log(`\n${Results.titles()}`);
for (const benchmark of chosen) if (!(await hasRun(benchmark, size))) process.exitCode = 1;
const path = await results.keep();
console.log(`\n${results.summary()}\n${path ?? ''}\n${((performance.now() - begun) / 1000).toFixed(0)} s`);
// Otherwise the pool of encoding threads would keep the process alive.
process.exit();

/** Prints each row as it is measured; whether all were. What failed leaves nothing running. */
async function hasRun({ name, run }: Benchmark, size: Size): Promise<boolean> {
  console.log(`\n${name}`);
  const begun = performance.now();
  try {
    for await (const row of run(size)) console.log(results.add(row));
    console.log(`✓ ${name}, ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    return true;
  } catch (error) {
    console.log(error instanceof Skipped ? `- ${name}, skipped: ${error.message}` : `✗ ${name}`);
    if (!(error instanceof Skipped)) console.error(error);
    return error instanceof Skipped;
  } finally {
    await stopStarted();
  }
}

function chosenOf(names: readonly string[]): readonly Benchmark[] {
  const unknown = names.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const names = benchmarks.map(({ name }) => name).join(', ');
    console.error(`No benchmark is called ${unknown.join(' or ')}. There are ${names}.`);
    process.exit(1);
  }
  return benchmarks.filter(({ name }) => names.length === 0 || names.includes(name));
}

async function stopAll(reason: unknown): Promise<void> {
  console.error(reason);
  await stopStarted();
  process.exit(1);
}
