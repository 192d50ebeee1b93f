/** One row of the result: a measurement, compared with a baseline on the same machine in the same run. */
export interface Row {
  readonly name: string;
  readonly ours: number;
  readonly unit: string;
  readonly baselineName?: string;
  readonly baseline?: number;
  /** The minimum of `ours / baseline`, with `atMost` the maximum; without a baseline that of `ours`. */
  readonly target?: number;
  readonly atMost?: true;
  /** It is counted, not timed: to miss the target is a failure, whatever the size and the machine. */
  readonly counted?: true;
}

/**
 * How large a run is: `smallest` only shows that the benchmarks work, and its figures mean nothing; `short` takes minutes for
 * all; `usual` is what the targets are for; `long` is closer to real requirements.
 */
export const sizes = ['smallest', 'short', 'usual', 'long'] as const;
export type Size = (typeof sizes)[number];
export type BySize = Readonly<Record<Size, number>>;

export interface Benchmark {
  readonly name: string;
  /** Yields each row as soon as it is measured. Ending the iteration stops what the benchmark started. */
  run(size: Size): AsyncGenerator<Row, void>;
}

/** Thrown if a benchmark cannot run here, with the reason. */
export class Skipped extends Error {}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** A quantity for the name of a row: `1 M`, `240 k`. */
export const inShort = (quantity: number): string => {
  if (quantity >= 1_000_000) return `${quantity / 1_000_000} M`;
  return quantity >= 1000 ? `${quantity / 1000} k` : `${quantity}`;
};

type Measures = Record<string, () => number | Promise<number>>;

/** Runs all measures in turn in each round, so that disturbances affect all of them; resolves to the medians. */
export async function alternate<M extends Measures>(
  rounds: number,
  measures: M,
): Promise<{ [Name in keyof M]: number }> {
  const values = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(measures)) {
      values.set(name, [...(values.get(name) ?? []), await measure()]);
    }
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, median(list)])) as { [Name in keyof M]: number };
}

/** The rate per second of `work`, which returns the number of things that it did. */
export async function perSecond(work: () => number | Promise<number>): Promise<number> {
  const begun = performance.now();
  const count = await work();
  return (count * 1000) / (performance.now() - begun);
}

/** The duration of `work` in milliseconds. */
export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
