import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

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
}

export interface Options {
  /** Larger and slower, closer to real requirements. */
  readonly long: boolean;
}

export interface Benchmark {
  readonly name: string;
  run(options: Options): Promise<Row[]>;
}

/** Thrown if a benchmark cannot run here, with the reason. */
export class Skipped extends Error {}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

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
  const done = await work();
  return (done * 1000) / (performance.now() - begun);
}

interface Result extends Row {
  readonly ratio: number | undefined;
  readonly ok: boolean | undefined;
}

function judge(row: Row): Result {
  const ratio = row.baseline === undefined ? undefined : row.ours / row.baseline;
  const value = ratio ?? row.ours;
  const ok = row.target === undefined ? undefined : row.atMost ? value <= row.target : value >= row.target;
  return { ...row, ratio, ok };
}

const head = ['', 'ours', 'unit', 'baseline', 'baseline is', 'ratio', 'target', 'ok'];

export function table(rows: readonly Row[]): string {
  const lines = rows
    .map(judge)
    .map((row) => [
      row.name,
      short(row.ours),
      row.unit,
      short(row.baseline),
      row.baselineName ?? '',
      short(row.ratio),
      row.target === undefined ? '' : `${row.atMost ? '<=' : '>='} ${short(row.target)}`,
      row.ok === undefined ? '' : row.ok ? 'yes' : 'NO',
    ]);
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((cells) => (cells[at] as string).length)));
  const isNumber = (at: number) => [1, 3, 5, 6].includes(at);
  const write = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (isNumber(at) ? cell.padStart(widths[at] as number) : cell.padEnd(widths[at] as number)))
      .join('  ');
  return [write(head), widths.map((width) => '-'.repeat(width)).join('  '), ...lines.map(write)].join('\n');
}

function short(value: number | undefined): string {
  if (value === undefined) return '';
  if (value >= 1e6) return `${(value / 1e6).toFixed(2)} M`;
  if (value >= 1e4) return `${(value / 1e3).toFixed(1)} k`;
  return value >= 100 || value === 0 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : value >= 0.01 ? 2 : 4);
}

/** Stores the results beside earlier ones; resolves to the path. */
export async function keep(rows: readonly Row[]): Promise<string> {
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const at = new Date().toISOString();
  const path = join(folder, `${at.replaceAll(':', '-')}.json`);
  const machine = {
    platform: process.platform,
    arch: process.arch,
    cores: availableParallelism(),
    node: process.version,
  };
  await writeFile(path, `${JSON.stringify({ at, machine, results: rows.map(judge) }, null, 2)}\n`);
  return path;
}
