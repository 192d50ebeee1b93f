import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from './build.mjs';
import { install, main, Problem, pinnedEnvironment, pinnedNode, root } from './install.mjs';

// `npm test`: everything; `npm test -- check`, `-- unit [files]`, `-- attack` or `-- e2e [files]`: that part only.

const parts = {
  check: [{ name: 'check', run: () => runNode(['check.mjs']) }],
  unit: [{ name: 'unit tests', run: () => runVitest() }],
  // Part of the unit tests, and for itself as well.
  attack: [{ name: 'attacks', run: () => runVitest(['server/attacks/']) }],
  e2e: [
    { name: 'build', run: buildWeb },
    { name: 'browser tests', run: runPlaywright },
  ],
};

const [part, ...extra] = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), 'suyuan-test-'));
const total = { passed: 0, failed: 0 };

await main(async () => {
  try {
    if (part !== undefined && !Object.hasOwn(parts, part))
      throw new Problem(`Which part? check, unit, attack or e2e; not "${part}".`);
    await install({ browser: part === undefined || part === 'e2e' });
    const { check, unit, e2e } = parts;
    const steps = part === undefined ? [...check, ...unit, ...e2e] : parts[part];
    return (await runInOrder(steps)) ? 0 : 1;
  } catch (error) {
    total.failed ||= 1;
    throw error;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});
console.log(`\n${total.passed} passed, ${total.failed} failed`);

async function runInOrder(steps) {
  for (const { name, run } of steps) {
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
    const failedBefore = total.failed;
    const code = await run().catch((error) => {
      console.error(error instanceof Problem ? error.message : error);
      return 1;
    });
    if (code) {
      if (total.failed === failedBefore) total.failed += 1;
      console.error(`\nFailed: ${name}.`);
      return false;
    }
  }
  return true;
}

async function runVitest(files = []) {
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runNode([join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...reporters, ...files, ...extra]);
  const report = readReport(file);
  count(report?.numPassedTests, report?.numFailedTests);
  return code;
}

async function runPlaywright() {
  const file = join(reports, 'playwright.json');
  const cli = join('node_modules', '@playwright', 'test', 'cli.js');
  const code = await runNode([cli, 'test', '--reporter=list,json', ...extra], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const stats = readReport(file)?.stats;
  count((stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected);
  return code;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function count(passed = 0, failed = 0) {
  total.passed += passed;
  total.failed += failed;
}

function runNode(args, environment = {}) {
  return new Promise((done, fail) => {
    const env = { ...pinnedEnvironment(), ...environment };
    const child = spawn(pinnedNode(), args, { cwd: root, env, stdio: 'inherit' });
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}
