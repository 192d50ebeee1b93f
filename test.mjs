import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { install, installChromium, main, Problem, pinnedEnvironment, pinnedNode, root } from './install.mjs';
import { build } from './tools/build.mjs';
import { ofPlaywright, ofVitest } from './tools/test-report.mjs';

// `npm test` runs everything; `npm test -- check`, `-- unit [files]`, `-- attack`, `-- citus [files]`, `-- e2e [files]` or
// `-- bench` only that part.

/**
 * A script that starts a Citus cluster on this machine. It is not part of the repository; without it, the tests on a cluster
 * say so.
 */
const clusterScript = join(root, '..', 'shared', 'citus', 'cluster');
/** The tests of a cluster that run as part of all tests, because they are the most likely to differ there. */
const tellingOnCluster = [
  'server/test/cluster.test.ts',
  'server/platform/database/pool.test.ts',
  'server/modules/organ/sign-in/sign-in.test.ts',
  'server/modules/organ/account/employee-import.test.ts',
  'server/modules/tagging/order/code-orders.test.ts',
  'server/modules/tagging/import/code-import.test.ts',
  'server/modules/consumer/scan/scan.test.ts',
  'server/modules/querymanage/scan/customer-query.test.ts',
  'server/test/release/kinds-of-database.test.ts',
];

const parts = {
  check: { name: 'check', run: (print) => runNode(['tools/check.ts'], {}, print).then(ended) },
  unit: { name: 'unit tests', run: (print) => runVitest(extra, print) },
  // These are part of the unit tests, too.
  attack: { name: 'attacks', run: (print) => runVitest(['server/test/attacks/', ...extra], print) },
  citus: { name: 'tests on a cluster', run: runOnCluster },
  e2e: { name: 'browser tests', run: runInBrowser },
  bench: { name: 'benchmarks, at their smallest', run: runBenchmarks },
};

/** What runs after what; those of a row run at once: the nodes of a cluster are waited for half of the time. */
const rows = [[parts.check], [parts.unit, parts.citus], [parts.e2e], [parts.bench]];

const [part, ...extra] = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), 'suyuan-test-'));
const total = { passed: 0, failed: 0 };
/** Repeated at the end, because the output above may be long. */
const failures = [];
/** Settles once the browser is there. */
let chromium;
let built;

await main(async () => {
  try {
    if (part !== undefined && !Object.hasOwn(parts, part))
      throw new Problem(`Unknown part "${part}": use check, unit, attack, citus, e2e or bench.`);
    const packages = install();
    // Other tests run meanwhile.
    if (part === undefined || part === 'e2e') chromium = installChromium(packages);
    chromium?.catch(() => undefined);
    await packages;
    return (await runAll(part === undefined ? rows : [[parts[part]]])) ? 0 : 1;
  } catch (error) {
    total.failed ||= 1;
    throw error;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});
for (const { name, why } of failures)
  console.error(`\n✗ ${relative(root, name)}\n${why.split('\n').slice(0, 12).join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);

/** Runs all parts even if one fails, so that one run reports all failures. */
async function runAll(rows) {
  const failed = [];
  for (const [first, ...others] of rows) {
    // What the others print comes after it, each in one piece.
    const later = others.map((one) => runLater(one));
    if (!(await runPart(first, toTerminal))) failed.push(first.name);
    for (const one of later) {
      const { name, hasPassed, print } = await one;
      print();
      if (!hasPassed) failed.push(name);
    }
  }
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}.`);
  return failed.length === 0;
}

/** Runs a part and counts its tests; whether all passed. */
async function runPart({ name, run }, print) {
  print(`\n── ${name} ${'─'.repeat(60 - name.length)}\n`);
  const end = await run(print).catch((error) => {
    print(`${error instanceof Problem ? error.message : error.stack}\n`);
    return ended(1);
  });
  total.passed += end.passed;
  total.failed += end.code ? Math.max(1, end.failed) : end.failed;
  failures.push(...end.failures);
  return !end.code;
}

async function runLater(one) {
  let printed = '';
  const hasPassed = await runPart(one, (text) => {
    printed += text;
  });
  return { name: one.name, hasPassed, print: () => toTerminal(printed) };
}

async function runOnCluster(print) {
  const cluster = process.env.SUYUAN_TEST_CITUS || (existsSync(clusterScript) ? clusterScript : undefined);
  if (cluster !== undefined) {
    // It may install packages as well, and two cannot do that at once.
    await chromium?.catch(() => undefined);
    return runVitest(part === 'citus' ? extra : tellingOnCluster, print, { SUYUAN_TEST_CITUS: cluster });
  }
  const lacking = 'Set SUYUAN_TEST_CITUS to the URL of a Citus coordinator, or to a script that starts a cluster.';
  if (part === 'citus') throw new Problem(lacking);
  print(`SKIPPED. ${lacking}\n`);
  return ended(0);
}

/** Runs on a single PostgreSQL, unless the environment names a cluster. */
async function runVitest(files, print, environment = { SUYUAN_TEST_CITUS: '' }) {
  await building('server');
  const file = join(reports, `vitest${environment.SUYUAN_TEST_CITUS ? '-cluster' : ''}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  // The tests of the source files are part of the check.
  const projects = files.length === 0 ? ['--project=server', '--project=console'] : [];
  const code = await runNode([vitest, 'run', ...reporters, ...projects, ...files], environment, print);
  return ended(code, ofVitest(file));
}

async function runInBrowser(print) {
  await Promise.all([chromium, build()]);
  const file = join(reports, 'playwright.json');
  const cli = join('node_modules', '@playwright', 'test', 'cli.js');
  // When all tests run, some need the sample data, so writing them starts ahead.
  const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, E2E_SAMPLE_AHEAD: extra.length === 0 ? 'on' : '' };
  const code = await runNode([cli, 'test', '--reporter=list,json', ...extra], environment, print);
  return ended(code, ofPlaywright(file));
}

/** Only whether they run: figures of the smallest size mean nothing. */
async function runBenchmarks(print) {
  let printed = '';
  const code = await runNode(['bench/main.ts', '--smallest', ...extra], {}, (text) => {
    printed += text;
    print(text);
  });
  const names = (mark) => [...printed.matchAll(new RegExp(`^${mark} ([\\w-]+)`, 'gm'))].map(([, name]) => name);
  const failed = names('✗');
  const failures = failed.map((name) => ({ name: join(root, 'bench', name), why: 'npm run bench tells why' }));
  return ended(code, { passed: names('✓').length, failed: failed.length, failures });
}

/** How a part has ended: the exit code, and what its tests report. */
function ended(code, outcome = { passed: 0, failed: 0, failures: [] }) {
  return { code, ...outcome };
}

/** Two runs at once build it once. */
function building(folder) {
  built ??= build(folder);
  return built;
}

function runNode(args, environment, print) {
  // Straight to the terminal it keeps its colours.
  const output = print === toTerminal ? 'inherit' : 'pipe';
  return new Promise((done, fail) => {
    const env = { ...pinnedEnvironment(), ...environment };
    const child = spawn(pinnedNode(), args, { cwd: root, env, stdio: ['inherit', output, output] });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print);
    child.once('error', fail);
    child.once('close', (code) => done(code ?? 1));
  });
}

function toTerminal(text) {
  process.stdout.write(text);
}
