import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildWeb } from './build.mjs';
import { install, main, Problem, pinnedEnvironment, pinnedNode, root } from './install.mjs';
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
  check: [{ name: 'check', run: async (print) => count(await runNode(['check.mjs'], print)) }],
  unit: [{ name: 'unit tests', run: (print) => runVitest(extra, print) }],
  // These are part of the unit tests, too.
  attack: [{ name: 'attacks', run: (print) => runVitest(['server/test/attacks/', ...extra], print) }],
  citus: [{ name: 'tests on a cluster', run: runOnCluster }],
  e2e: [{ name: 'browser tests', run: runInBrowser }],
};
/** Steps of one group run at the same time: while the check computes, tests on a cluster mostly wait for its nodes. */
const whole = [[...parts.check, ...parts.citus], parts.unit, parts.e2e];

const [part, ...extra] = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), 'suyuan-test-'));
const total = { passed: 0, failed: 0 };
/** Repeated at the end, because the output above may be long. */
const failures = [];

await main(async () => {
  try {
    if (part !== undefined && !Object.hasOwn(parts, part))
      throw new Problem(`Which part? check, unit, attack, citus or e2e; not "${part}".`);
    await install({ browser: part === undefined || part === 'e2e' });
    return (await runAll(part === undefined ? whole : [parts[part]])) ? 0 : 1;
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

/** Runs all groups even if a step fails, so that one run reports all failures. */
async function runAll(groups) {
  const failed = [];
  for (const group of groups) {
    const results = await Promise.all(group.map((step, at) => runStep(step, at === 0)));
    failed.push(...results.filter(({ code }) => code !== 0).map(({ name }) => name));
  }
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}.`);
  return failed.length === 0;
}

/** Runs a step; what it prints is shown at once or, beside a step whose output is, at its end. */
async function runStep({ name, run }, isShown) {
  const printed = [`\n── ${name} ${'─'.repeat(60 - name.length)}\n`];
  const show = () => process.stdout.write(printed.splice(0).join(''));
  const print = isShown ? undefined : (text) => printed.push(text);
  if (isShown) show();
  const code = await run(print).catch((error) => {
    console.error(error instanceof Problem ? error.message : error);
    return count(1);
  });
  show();
  return { name, code };
}

async function runOnCluster(print) {
  const cluster = process.env.SUYUAN_TEST_CITUS || (existsSync(clusterScript) ? clusterScript : undefined);
  if (cluster !== undefined)
    return runVitest(part === 'citus' ? extra : tellingOnCluster, print, { SUYUAN_TEST_CITUS: cluster });
  const lacking = `There is no ${clusterScript} to start a cluster with. SUYUAN_TEST_CITUS names the URL of a coordinator, or such a script.`;
  if (part === 'citus') throw new Problem(lacking);
  (print ?? console.log)(`LEFT OUT. ${lacking}\n`);
  return 0;
}

/** Runs on a single PostgreSQL, unless the environment names a cluster. */
async function runVitest(files, print, environment = { SUYUAN_TEST_CITUS: '' }) {
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  rmSync(file, { force: true });
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  // The tests of the source files are part of the check.
  const projects = files.length === 0 ? ['--project=server', '--project=console'] : [];
  const code = await runNode([vitest, 'run', ...reporters, ...projects, ...files], print, environment);
  return count(code, ofVitest(file));
}

async function runInBrowser(print) {
  await buildWeb();
  const file = join(reports, 'playwright.json');
  const cli = join('node_modules', '@playwright', 'test', 'cli.js');
  // When all tests run, some need the sample data, so writing them starts ahead.
  const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, E2E_SAMPLE_AHEAD: extra.length === 0 ? 'on' : '' };
  const code = await runNode([cli, 'test', '--reporter=list,json', ...extra], print, environment);
  return count(code, ofPlaywright(file));
}

/** Adds what a step reports to the total, one failure at least if it failed; returns its exit code. */
function count(code, { passed, failed, failures: some } = { passed: 0, failed: 0, failures: [] }) {
  total.passed += passed;
  total.failed += code === 0 ? failed : Math.max(1, failed);
  failures.push(...some);
  return code;
}

/** Runs a script by the pinned Node. Its output is ours, unless `print` takes it. */
function runNode(args, print, environment = {}) {
  return new Promise((done, fail) => {
    const env = { ...pinnedEnvironment(), ...environment };
    const output = print ? 'pipe' : 'inherit';
    const child = spawn(pinnedNode(), args, { cwd: root, env, stdio: ['inherit', output, output] });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print);
    child.once('error', fail);
    child.once('close', (code) => done(code ?? 1));
  });
}
