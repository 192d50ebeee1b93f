import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

// As much of PromQL as the alert rules use, over series that were made for a test. The grammar is that of the Prometheus project; what
// is not known here throws, so that no rule counts as tried that was not carried out.

export type Labels = Readonly<Record<string, string>>;

/** A value by time in seconds; undefined where the series has none. */
export interface Series {
  readonly name: string;
  readonly labels: Labels;
  readonly at: (seconds: number) => number | undefined;
}

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

type Value = number | readonly Sample[];

/** The names of all metrics in an expression. Throws for an expression that is none. */
export function metricsIn(text: string): string[] {
  const names: string[] = [];
  const tree = parser.parse(text);
  tree.iterate({
    enter: ({ name, node, from, to }) => {
      if (node.type.isError) throw new Error(`Not PromQL at ${from}: ${text}`);
      if (name === 'VectorSelector' && node.firstChild?.name === 'Identifier')
        names.push(text.slice(node.firstChild.from, node.firstChild.to));
      return to >= from;
    },
  });
  return names;
}

/** The value of an expression at a time. */
export function evaluate(text: string, series: readonly Series[], time: number): Value {
  metricsIn(text);
  return new Evaluation(text, series, time).of(parser.parse(text).topNode.firstChild as SyntaxNode);
}

class Evaluation {
  readonly #text: string;
  readonly #series: readonly Series[];
  readonly #time: number;

  constructor(text: string, series: readonly Series[], time: number) {
    this.#text = text;
    this.#series = series;
    this.#time = time;
  }

  of(node: SyntaxNode): Value {
    switch (node.name) {
      case 'ParenExpr':
        return this.of(node.firstChild as SyntaxNode);
      case 'NumberDurationLiteral':
        return Number(this.#written(node));
      case 'VectorSelector':
        return this.#chosen(node).flatMap(({ labels, at }) => {
          const value = at(this.#time);
          return value === undefined ? [] : [{ labels, value }];
        });
      case 'FunctionCall':
        return this.#function(node);
      case 'AggregateExpr':
        return this.#aggregate(node);
      case 'BinaryExpr':
        return this.#binary(node);
      default:
        throw new Error(`${node.name} is not known to the test: ${this.#written(node)}`);
    }
  }

  #written = ({ from, to }: SyntaxNode): string => this.#text.slice(from, to);

  #chosen(selector: SyntaxNode): readonly Series[] {
    const name = this.#written(selector.getChild('Identifier') as SyntaxNode);
    const matchers = (selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map((matcher) => {
      const [label, operator, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((part) =>
        this.#written(matcher.getChild(part) as SyntaxNode),
      ) as [string, string, string];
      return matcherOf(label, operator, JSON.parse(value) as string);
    });
    return this.#series.filter((one) => one.name === name && matchers.every((fits) => fits(one.labels)));
  }

  #function(node: SyntaxNode): Value {
    const name = this.#written(node.getChild('FunctionIdentifier') as SyntaxNode);
    const given = argumentsOf(node);
    if (name === 'time') return this.#time;
    if (name === 'rate' || name === 'increase') return this.#growth(given[0] as SyntaxNode, name === 'rate');
    if (name === 'histogram_quantile')
      return quantiles(this.of(given[0] as SyntaxNode) as number, this.of(given[1] as SyntaxNode) as Sample[]);
    throw new Error(`${name}() is not known to the test`);
  }

  /** The series that are made for the test grow steadily, so that nothing has to be extrapolated. */
  #growth(range: SyntaxNode, isRate: boolean): Sample[] {
    const seconds = durationOf(this.#written(range.lastChild as SyntaxNode));
    return this.#chosen(range.getChild('VectorSelector') as SyntaxNode).flatMap(({ labels, at }) => {
      const [before, now] = [at(Math.max(0, this.#time - seconds)), at(this.#time)];
      if (before === undefined || now === undefined) return [];
      const perSecond = (now - before) / Math.min(seconds, this.#time);
      return [{ labels, value: isRate ? perSecond : perSecond * seconds }];
    });
  }

  #aggregate(node: SyntaxNode): Sample[] {
    const operator = this.#written(node.getChild('AggregateOp') as SyntaxNode);
    const combine = { sum: (a: number, b: number) => a + b, max: Math.max, min: Math.min }[operator];
    if (!combine) throw new Error(`${operator} is not known to the test`);
    const by = node.getChild('AggregateModifier')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? [];
    const names = by.map(this.#written);
    const groups = Map.groupBy(this.of(argumentsOf(node)[0] as SyntaxNode) as readonly Sample[], ({ labels }) =>
      JSON.stringify(only(labels, names)),
    );
    return [...groups].map(([labels, samples]) => ({
      labels: JSON.parse(labels) as Labels,
      value: samples.map(({ value }) => value).reduce((one, other) => combine(one, other)),
    }));
  }

  #binary(node: SyntaxNode): Value {
    const [left, operator, right] = [node.firstChild, node.firstChild?.nextSibling, node.lastChild] as SyntaxNode[];
    const [one, other] = [this.of(left as SyntaxNode), this.of(right as SyntaxNode)];
    const apply = operators[this.#written(operator as SyntaxNode)];
    if (!apply) throw new Error(`${this.#written(operator as SyntaxNode)} is not known to the test`);
    if (typeof one === 'number' && typeof other === 'number') return apply(one, other) ?? [];
    const pairs: [Labels, number, number][] =
      typeof one === 'number'
        ? (other as Sample[]).map(({ labels, value }) => [labels, one, value])
        : one.flatMap(({ labels, value }): [Labels, number, number][] => {
            const with_ = typeof other === 'number' ? other : other.find((two) => isSame(two.labels, labels))?.value;
            return with_ === undefined ? [] : [[labels, value, with_]];
          });
    return pairs.flatMap(([labels, a, b]) => {
      const value = apply(a, b);
      return value === undefined ? [] : [{ labels, value }];
    });
  }
}

/** Comparisons keep the value on their left, or nothing. */
const operators: Readonly<Record<string, (a: number, b: number) => number | undefined>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '>': (a, b) => (a > b ? a : undefined),
  '<': (a, b) => (a < b ? a : undefined),
  '==': (a, b) => (a === b ? a : undefined),
};

function matcherOf(label: string, operator: string, wanted: string): (labels: Labels) => boolean {
  const pattern = new RegExp(`^(?:${wanted})$`);
  const fits: Readonly<Record<string, (value: string) => boolean>> = {
    '=': (value) => value === wanted,
    '!=': (value) => value !== wanted,
    '=~': (value) => pattern.test(value),
    '!~': (value) => !pattern.test(value),
  };
  return (labels) => fits[operator]?.(labels[label] ?? '') === true;
}

/** As Prometheus does it: within the bucket of the quantile, values are taken to be spread evenly. */
function quantiles(share: number, buckets: readonly Sample[]): Sample[] {
  const groups = Map.groupBy(buckets, ({ labels: { le: _, ...rest } }) => JSON.stringify(rest));
  return [...groups].flatMap(([labels, samples]) => {
    const sorted = samples
      .map(({ labels: { le = '' }, value }) => ({ most: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value }))
      .sort((one, other) => one.most - other.most);
    const total = sorted.at(-1)?.value ?? 0;
    if (total === 0) return [];
    const at = sorted.findIndex(({ value }) => value >= share * total);
    const [before, bucket] = [sorted[at - 1] ?? { most: 0, value: 0 }, sorted[at] as (typeof sorted)[number]];
    const part = (share * total - before.value) / (bucket.value - before.value);
    const value =
      bucket.most === Number.POSITIVE_INFINITY ? before.most : before.most + (bucket.most - before.most) * part;
    return [{ labels: JSON.parse(labels) as Labels, value }];
  });
}

function argumentsOf(node: SyntaxNode): SyntaxNode[] {
  const body = node.getChild('FunctionCallBody');
  const given: SyntaxNode[] = [];
  for (let child = body?.firstChild; child; child = child.nextSibling) given.push(child);
  return given;
}

const only = (labels: Labels, names: readonly string[]): Labels =>
  Object.fromEntries(names.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]]])));

const isSame = (one: Labels, other: Labels): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

/** `5m` in seconds. */
export function durationOf(text: string): number {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const seconds = { s: 1, m: 60, h: 3600, d: 86_400 }[unit];
  if (count === undefined || seconds === undefined) throw new Error(`${text} is no duration that the test knows`);
  return Number(count) * seconds;
}
