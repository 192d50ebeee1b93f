import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { median, type Row, type Size } from './harness.ts';

// Results as lines of text, and as files in bench/results, where later runs find them. Only runs of the same size on the same
// kind of machine are compared, and none that began while the machine was busy. Those of the smallest size are not kept.

const folder = join(import.meta.dirname, 'results');
/** How many earlier results stand beside a new one. */
const remembered = 3;
/** A result is marked if it is worse than the median of the earlier ones by more than this share. */
const tolerated = 0.2;

/** The figure that is judged: the ratio if there is a baseline. */
const figureOf = ({ ours, baseline }: Row): number => (baseline === undefined ? ours : ours / baseline);

function isMet(row: Row): boolean | undefined {
  if (row.target === undefined) return undefined;
  return row.atMost ? figureOf(row) <= row.target : figureOf(row) >= row.target;
}

const costs = new Set(['µs', 'ms', 's', 'bytes', 'kB', 'MB', 'shards a statement', 'shards']);

function isWorse(row: Row, earlier: number): boolean {
  const isCost = row.atMost ?? costs.has(row.unit);
  return isCost ? figureOf(row) > earlier * (1 + tolerated) : figureOf(row) < earlier * (1 - tolerated);
}

/** What figures depend on besides the code. */
interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
}

const machine: Machine = {
  platform: process.platform,
  arch: process.arch,
  cpu: cpus()[0]?.model.trim() ?? '',
  cores: availableParallelism(),
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
};

/** With more than this share of its cores in use when a benchmark begins, the machine is busy. */
const busyFrom = 0.5;

/** The earlier results that a run is compared with, the newest first. */
export class Results {
  readonly #size: Size;
  readonly #isBusy: boolean;
  readonly #earlier: readonly (readonly Row[])[];
  readonly #rows: Row[] = [];
  #compared = 0;
  readonly #worse: string[] = [];

  /** To be called before anything is built, which would keep the machine busy. */
  static async of(size: Size): Promise<Results> {
    const isBusy = (loadavg()[0] as number) > machine.cores * busyFrom;
    await mkdir(folder, { recursive: true });
    const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
    const runs = (await Promise.all(
      files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))),
    )) as Kept[];
    const comparable = runs.filter((one) => one.size === size && !one.busy && isDeepStrictEqual(one.machine, machine));
    return new Results(size, isBusy, comparable.reverse());
  }

  private constructor(size: Size, isBusy: boolean, runs: readonly Kept[]) {
    this.#size = size;
    this.#isBusy = isBusy;
    this.#earlier = runs.map(({ results }) => results);
  }

  static titles(): string {
    return line(['', 'ours', 'unit', 'ratio', 'target', 'met', 'before', 'baseline']);
  }

  /** Adds a row; the line to print for it. Throws if a count misses its target. */
  add(row: Row): string {
    this.#rows.push(row);
    if (row.counted && isMet(row) === false)
      throw new Error(`${row.name}: ${row.ours} ${row.unit}, the target is ${row.target}`);
    const before = this.#earlier
      .flatMap((rows) => rows.filter(({ name }) => name === row.name).map(figureOf))
      .slice(0, remembered);
    const met = isMet(row);
    const hasFallen = before.length > 0 && isWorse(row, median(before));
    if (before.length > 0) this.#compared += 1;
    if (hasFallen) this.#worse.push(row.name);
    return line([
      row.name,
      short(row.ours),
      row.unit,
      row.baseline === undefined ? '' : short(row.ours / row.baseline),
      row.target === undefined ? '' : `${row.atMost ? '<=' : '>='} ${short(row.target)}`,
      met === undefined ? '' : met ? 'yes' : 'NO',
      `${before.map(short).join(' ')}${hasFallen ? ' WORSE' : ''}`,
      row.baseline === undefined ? '' : `${row.baselineName ?? ''}: ${short(row.baseline)}`,
    ]);
  }

  /** What to say at the end: what has fallen, and whether these results can be compared with others. */
  summary(): string {
    const fallen = `${this.#worse.length} worse by more than a fifth than the median of the last ${remembered}`;
    const notes = [
      `${this.#rows.length} rows, ${this.#compared} compared with earlier ones, ${fallen}`,
      ...this.#worse.map((name) => `  ${name}`),
      ...(this.#isBusy ? ['The machine was busy at the start: later runs are not compared with this one.'] : []),
    ];
    return notes.join('\n');
  }

  /** Stores the rows beside the earlier results; resolves to the path. Figures of the smallest size mean nothing. */
  async keep(): Promise<string | undefined> {
    if (this.#size === 'smallest' || this.#rows.length === 0) return undefined;
    const at = new Date().toISOString();
    const path = join(folder, `${at.replaceAll(':', '-')}.json`);
    const results = this.#rows.map((row) => ({ ...row, met: isMet(row) }));
    const kept: Kept = { at, size: this.#size, busy: this.#isBusy, machine, node: process.version, results };
    await writeFile(path, `${JSON.stringify(kept, null, 2)}\n`);
    return path;
  }
}

/** A file of results. */
interface Kept {
  readonly at: string;
  readonly size: Size;
  readonly busy: boolean;
  readonly machine: Machine;
  readonly node: string;
  readonly results: readonly Row[];
}

/** The widths of the columns; lines are printed before the longest text of a column is known. */
const columns = [
  { width: 66 },
  { width: 8, right: true },
  { width: 11 },
  { width: 6, right: true },
  { width: 9, right: true },
  { width: 3 },
  { width: 26 },
  { width: 0 },
] as const;

function line(cells: readonly string[]): string {
  const padded = columns.map((column, at) => {
    const cell = cells[at] ?? '';
    return 'right' in column ? cell.padStart(column.width) : cell.padEnd(column.width);
  });
  return padded.join('  ').trimEnd();
}

function short(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toFixed(2)} M`;
  if (value >= 1e4) return `${(value / 1e3).toFixed(1)} k`;
  return value >= 100 || value === 0 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : value >= 0.01 ? 2 : 4);
}
