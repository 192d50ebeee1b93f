import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build } from './build.mjs';
import { install, installChromium, main, Problem, pinnedEnvironment, pinnedNode, root } from './install.mjs';
import { ofPlaywright, ofVitest } from './test-report.mjs';

// `npm test` runs everything; `npm test -- check`, `-- unit [files]`, `-- attack`, `-- citus [files]` or `-- e2e [files]` only
// that part.

/**
 * A script that starts a Citus cluster on this machine. It is not part of the repository; without it, the tests on a cluster
 * say so.
 */
const clusterScript = join(root, '..', 'shared', 'citus', 'cluster');
/** The tests of a cluster that run as part of all tests, because they are the most likely to differ there. */
const tellingOnCluster = [
  'server/test/cluster.test.ts',
  'server/modules/organ/sign-in/sign-in.test.ts',
  'server/modules/organ/account/employee-import.test.ts',
  'server/modules/tagging/order/code-orders.test.ts',
  'server/modules/tagging/import/code-import.test.ts',
  'server/modules/consumer/scan/scan.test.ts',
  'server/modules/querymanage/scan/customer-query.test.ts',
];

const parts = {
  check: [{ name: 'check', run: () => runNode(['check.mjs']) }],
  unit: [{ name: 'unit tests', run: () => runVitest(extra) }],
  // These are part of the unit tests, too.
  attack: [{ name: 'attacks', run: () => runVitest(['server/test/attacks/', ...extra]) }],
  citus: [{ name: 'tests on a cluster', run: runOnCluster }],
  e2e: [{ name: 'browser tests', run: runInBrowser }],
};

const [part, ...extra] = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), 'suyuan-test-'));
const total = { passed: 0, failed: 0 };
/** Repeated at the end, because the output above may be long. */
const failures = [];
/** Settles once the browser is there. */
let chromium;

await main(async () => {
  try {
    if (part !== undefined && !Object.hasOwn(parts, part))
      throw new Problem(`Which part? check, unit, attack, citus or e2e; not "${part}".`);
    await install();
    // Other tests run meanwhile.
    if (part === undefined || part === 'e2e') chromium = installChromium();
    chromium?.catch(() => undefined);
    const { check, unit, citus, e2e } = parts;
    const steps = part === undefined ? [...check, ...unit, ...citus, ...e2e] : parts[part];
    return (await runAll(steps)) ? 0 : 1;
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
async function runAll(steps) {
  const failed = [];
  for (const { name, run } of steps) {
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
    const failedBefore = total.failed;
    const code = await run().catch((error) => {
      console.error(error instanceof Problem ? error.message : error);
      return 1;
    });
    if (!code) continue;
    if (total.failed === failedBefore) total.failed += 1;
    failed.push(name);
  }
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}.`);
  return failed.length === 0;
}

async function runOnCluster() {
  const cluster = process.env.SUYUAN_TEST_CITUS || (existsSync(clusterScript) ? clusterScript : undefined);
  if (cluster !== undefined)
    return runVitest(part === 'citus' ? extra : tellingOnCluster, { SUYUAN_TEST_CITUS: cluster });
  const lacking = `There is no ${clusterScript} to start a cluster with. SUYUAN_TEST_CITUS names the URL of a coordinator, or such a script.`;
  if (part === 'citus') throw new Problem(lacking);
  console.log(`LEFT OUT. ${lacking}`);
  return 0;
}

/** Runs on a single PostgreSQL, unless the environment names a cluster. */
async function runVitest(files, environment = { SUYUAN_TEST_CITUS: '' }) {
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  rmSync(file, { force: true });
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  // The tests of the source files are part of the check.
  const projects = files.length === 0 ? ['--project=server', '--project=console'] : [];
  const code = await runNode([vitest, 'run', ...reporters, ...projects, ...files], environment);
  count(ofVitest(file));
  return code;
}

async function runInBrowser() {
  await Promise.all([chromium, build()]);
  const file = join(reports, 'playwright.json');
  const cli = join('node_modules', '@playwright', 'test', 'cli.js');
  // When all tests run, some need the sample data, so writing them starts ahead.
  const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, E2E_SAMPLE_AHEAD: extra.length === 0 ? 'on' : '' };
  const code = await runNode([cli, 'test', '--reporter=list,json', ...extra], environment);
  count(ofPlaywright(file));
  return code;
}

function count(outcome) {
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  failures.push(...outcome.failures);
}

function runNode(args, environment = {}) {
  return new Promise((done, fail) => {
    const env = { ...pinnedEnvironment(), ...environment };
    const child = spawn(pinnedNode(), args, { cwd: root, env, stdio: 'inherit' });
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}
