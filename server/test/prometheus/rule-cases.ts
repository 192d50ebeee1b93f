import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { durationOf, evaluate, type Labels, type Series } from './promql.ts';

// The alert rules of docs/operations/ and the cases in which they fire, in the formats of Prometheus and of `promtool test rules`.

const folder = new URL('../../../docs/operations/', import.meta.url);
export const readOperations = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

export interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Labels;
  readonly annotations: Labels;
}

export interface RuleCase {
  readonly interval: string;
  readonly input_series: readonly { readonly series: string; readonly values: string }[];
  readonly alert_rule_test: readonly {
    readonly eval_time: string;
    readonly alertname: string;
    readonly exp_alerts: readonly { readonly exp_labels: Labels; readonly exp_annotations: Labels }[];
  }[];
}

export const rules: readonly Rule[] = (
  parse(readOperations('alerts.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);

export const cases: readonly RuleCase[] = (parse(readOperations('alerts.test.yml')) as { tests: RuleCase[] }).tests;

/** The labels of the alerts that a rule raises at a time: it has held for as long as the rule says, at each minute. */
export function alertsOf(rule: Rule, { interval, input_series }: RuleCase, time: number): Labels[] {
  const step = durationOf(interval);
  const series = input_series.map(({ series, values }) => madeSeries(series, values, step));
  const since = time - (rule.for === undefined ? 0 : durationOf(rule.for));
  const held: Labels[][] = [];
  for (let at = since; at <= time; at += step) {
    const value = evaluate(rule.expr, series, at);
    if (typeof value === 'number') throw new Error(`${rule.alert} compares nothing`);
    held.push(value.map(({ labels }) => labels));
  }
  const [first = [], ...rest] = held.map((all) => all.map((labels) => JSON.stringify(labels)));
  return first
    .filter((labels) => rest.every((all) => all.includes(labels)))
    .map((labels) => ({ ...rule.labels, ...(JSON.parse(labels) as Labels) }));
}

/** `name{label="value"}` with values as `0+10x30`: thirty more after the first one, each larger by ten. */
function madeSeries(written: string, values: string, step: number): Series {
  const [, name = '', inside = ''] = /^(\w+)\{(.*)\}$/.exec(written) ?? [];
  const labels = Object.fromEntries([...inside.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label, value]));
  const [, first = '', more = '0', count = ''] = /^([\d.]+)(?:\+([\d.]+))?x(\d+)$/.exec(values) ?? [];
  if (name === '' || count === '') throw new Error(`${written} ${values} is not known to the test`);
  const at = (seconds: number) => {
    const nth = Math.floor(seconds / step);
    return nth <= Number(count) ? Number(first) + nth * Number(more) : undefined;
  };
  return { name, labels, at };
}
