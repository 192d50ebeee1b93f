import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { median, type Row, type Size } from './harness.ts';

// Results as lines of text, and as files in bench/results, where later runs of the same size find them.

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

/** The earlier results of the same size, the newest first. */
export class Results {
  readonly #size: Size;
  readonly #earlier: readonly (readonly Row[])[];
  readonly #rows: Row[] = [];

  static async of(size: Size): Promise<Results> {
    await mkdir(folder, { recursive: true });
    const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
    const runs = await Promise.all(files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))));
    return new Results(size, (runs as Kept[]).filter((one) => one.size === size).reverse());
  }

  private constructor(size: Size, runs: readonly Kept[]) {
    this.#size = size;
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
    return line([
      row.name,
      short(row.ours),
      row.unit,
      row.baseline === undefined ? '' : short(row.ours / row.baseline),
      row.target === undefined ? '' : `${row.atMost ? '<=' : '>='} ${short(row.target)}`,
      met === undefined ? '' : met ? 'yes' : 'NO',
      `${before.map(short).join(' ')}${before.length > 0 && isWorse(row, median(before)) ? ' WORSE' : ''}`,
      row.baseline === undefined ? '' : `${row.baselineName ?? ''}: ${short(row.baseline)}`,
    ]);
  }

  /** Stores the rows beside the earlier results; resolves to the path. */
  async keep(): Promise<string> {
    const at = new Date().toISOString();
    const path = join(folder, `${at.replaceAll(':', '-')}.json`);
    const machine = {
      platform: process.platform,
      arch: process.arch,
      cores: availableParallelism(),
      node: process.version,
    };
    const results = this.#rows.map((row) => ({ ...row, met: isMet(row) }));
    await writeFile(path, `${JSON.stringify({ at, size: this.#size, machine, results }, null, 2)}\n`);
    return path;
  }
}

interface Kept {
  readonly size: Size;
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
