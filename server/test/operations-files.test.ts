import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { newDataDir, startProcess } from './harness/process.ts';
import { durationOf, metricsIn } from './prometheus/promql.ts';
import { alertsOf, cases, type Rule, readOperations, rules } from './prometheus/rule-cases.ts';

// What docs/operations/ offers for Prometheus and Grafana.

/** The names of metrics that a server shows, with those that belong to a histogram or a counter. */
async function shown(): Promise<ReadonlySet<string>> {
  const { printed } = await startProcess(await newDataDir(), { SUYUAN_METRICS_PORT: '0' });
  const address = /Metrics\s+(http:\S+)/.exec(printed())?.[1] as string;
  const text = await (await fetch(address)).text();
  const suffixes: Readonly<Record<string, readonly string[]>> = {
    counter: ['_total'],
    histogram: ['_bucket', '_sum', '_count'],
    gauge: [''],
  };
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)] as unknown as readonly (readonly [
    string,
    string,
    string,
  ])[];
  return new Set(types.flatMap(([, name, type]) => (suffixes[type] ?? []).map((suffix) => name + suffix)));
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const panels = (JSON.parse(readOperations('dashboard.json')) as { panels: readonly Panel[] }).panels;
/** Grafana fills in its variables before it queries. */
const queries = panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
);

test('a server shows every metric that the alert rules and the dashboard name', async () => {
  const known = await shown();
  const named = [...rules.map(({ expr }) => expr), ...queries].flatMap(metricsIn);
  // Prometheus makes `up` itself.
  const missing = [...new Set(named)].filter((name) => name !== 'up' && !known.has(name));
  expect(missing).toEqual([]);
});

test('every alert has a case in which it fires and one in which it does not', () => {
  for (const { alert } of rules) {
    const tried = cases.flatMap((one) => one.alert_rule_test).filter(({ alertname }) => alertname === alert);
    expect(tried.map(({ exp_alerts }) => exp_alerts.length > 0).sort(), alert).toEqual([false, true]);
  }
});

test.for(cases.map((one) => [one.alert_rule_test[0]?.alertname as string, one] as const))('%s', ([name, one]) => {
  const rule = rules.find(({ alert }) => alert === name) as Rule;
  for (const { eval_time, exp_alerts } of one.alert_rule_test) {
    expect(alertsOf(rule, one, durationOf(eval_time))).toEqual(exp_alerts.map(({ exp_labels }) => exp_labels));
    for (const { exp_annotations } of exp_alerts) expect(exp_annotations).toEqual(rule.annotations);
  }
});

test('operations.md says of every alert what to do', async () => {
  const manual = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  expect(rules.map(({ alert }) => alert).filter((alert) => !manual.includes(`\`${alert}\``))).toEqual([]);
});
