import { build } from '../build.mjs';
import { engine } from './codes/engine.ts';
import { importingCodes } from './codes/importing-codes.ts';
import { issuing } from './codes/issuing.ts';
import { batching } from './console/batching.ts';
import { finding } from './console/finding.ts';
import { firstLoad } from './console/first-load.ts';
import { importing } from './console/importing.ts';
import { memory } from './console/memory.ts';
import { inspecting } from './goods/inspecting.ts';
import { packing } from './goods/packing.ts';
import { reports } from './goods/reports.ts';
import { sample } from './goods/sample.ts';
import { sharding } from './goods/sharding.ts';
import { shipping } from './goods/shipping.ts';
import { telling } from './goods/telling.ts';
import { tracing } from './goods/tracing.ts';
import { type Benchmark, keep, type Row, Skipped, table } from './harness.ts';
import { growth } from './scans/growth.ts';
import { scanning } from './scans/scanning.ts';
import { warning } from './scans/warning.ts';

// `npm run bench` runs all benchmarks, `npm run bench -- engine scanning` only those named; `--long` is larger and slower.

const benchmarks: readonly Benchmark[] = [
  engine,
  issuing,
  scanning,
  warning,
  growth,
  packing,
  telling,
  shipping,
  tracing,
  sharding,
  reports,
  inspecting,
  sample,
  importing,
  importingCodes,
  memory,
  finding,
  batching,
  firstLoad,
];

const words = process.argv.slice(2);
const long = words.includes('--long');
const wanted = words.filter((word) => word !== '--long');
const unknown = wanted.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
if (unknown.length > 0) {
  console.error(
    `No benchmark is called ${unknown.join(' or ')}: there are ${benchmarks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

await build();
const rows: Row[] = [];
for (const benchmark of benchmarks.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  process.stdout.write(`${benchmark.name} … `);
  const begun = performance.now();
  try {
    rows.push(...(await benchmark.run({ long })));
    console.log(`${((performance.now() - begun) / 1000).toFixed(0)} s`);
  } catch (error) {
    if (error instanceof Skipped) console.log(`skipped: ${error.message}`);
    else {
      console.error(error);
      process.exitCode = 1;
    }
  }
}
if (rows.length > 0) {
  console.log(`\n${table(rows)}\n\n${await keep(rows)}`);
}
// Otherwise the pool of encoding threads would keep the process alive.
process.exit();
