import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, failures: { name: string, why: string }[] }} Outcome */

/**
 * What Vitest's JSON report contains.
 * @returns {Outcome}
 */
export function ofVitest(file) {
  const report = read(file);
  const failures = (report?.testResults ?? []).flatMap(({ name: path, status, message, assertionResults }) => {
    const failedTests = assertionResults.filter((one) => one.status === 'failed');
    // A file that failed to load or to set up has no failed tests.
    if (failedTests.length === 0) return status === 'failed' ? [{ name: path, why: message }] : [];
    return failedTests.map(({ fullName, failureMessages }) => ({
      name: `${path} › ${fullName}`,
      why: failureMessages.join('\n'),
    }));
  });
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, failures };
}

/**
 * What Playwright's JSON report contains.
 * @returns {Outcome}
 */
export function ofPlaywright(file) {
  const report = read(file);
  const failures = specsOf(report?.suites ?? [])
    .filter(({ ok }) => !ok)
    .map(({ file: path, title, tests }) => ({
      name: `${path} › ${title}`,
      why: tests.flatMap(({ results }) => results.flatMap((one) => one.error?.message ?? [])).join('\n'),
    }));
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {};
  return { passed: expected + flaky, failed: unexpected, failures };
}

const specsOf = (suites) => suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])]);

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
