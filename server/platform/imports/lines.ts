import { setImmediate as breathe } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ImportExisting } from '../../../contract/list.ts';
import type { Change } from '../audit/audit-log.ts';
import type { Principal } from '../caller.ts';
import postgres from '../database/postgres.ts';
import { lineChecker } from '../http/validation.ts';
import { type Problem, Refusal } from '../refusal.ts';
import { type Cells, type Column, cellsOf, emptied, wordsOf } from './columns.ts';
import type { AnyImport, ImportedRow } from './import-rules.ts';
import { parentsFirst } from './order.ts';
import type { TableLine } from './table-file.ts';

/** A line on its way in, and what came of it. */
export interface Entry {
  readonly line: TableLine;
  readonly cells: Cells;
  /** Fields that a new row would need, and that the file has no columns for. */
  readonly lacking: readonly Problem[];
  outcome: 'added' | 'updated' | 'unchanged' | 'refused' | undefined;
  problems: readonly Problem[];
}

/** An import under way. */
export interface Work {
  readonly spec: AnyImport;
  readonly change: Change;
  readonly caller: Principal;
  readonly existing: ImportExisting;
}

/** Lines that are looked up and written together. */
const groupSize = 250;

/** The lines of a file with what their cells tell, and what is wrong with those on the face of it. */
export async function entriesOf(
  spec: AnyImport,
  columns: readonly (Column | undefined)[],
  lines: readonly TableLine[],
): Promise<Entry[]> {
  const check = lineChecker(spec.add.input);
  const present = new Set(columns.map((column) => column?.key));
  const entries: Entry[] = [];
  for (const line of lines) {
    const cells = cellsOf(spec, columns, line);
    const found = check(cells.values).filter(({ path }) => !(path in cells.words));
    const lacking = found.filter(({ path, reason }) => reason === 'required' && !present.has(path));
    const problems = found.filter((problem) => !lacking.includes(problem));
    entries.push({ line, cells, lacking, problems, outcome: problems.length > 0 ? 'refused' : undefined });
    if (entries.length % groupSize === 0) await breathe();
  }
  return entries;
}

/**
 * The lines that are sound so far, in groups that are carried out one after the other: none of a group needs another one of
 * it. Lines of a row that an earlier line speaks of are refused.
 */
export function groupsOf(spec: AnyImport, entries: readonly Entry[]): Entry[][] {
  refuseRepeated(spec, entries);
  const sound = entries.filter(({ outcome }) => outcome === undefined);
  return parentsFirst(wordsOf(spec), sound, ({ cells }) => cells).flatMap(inGroups);
}

const inGroups = (level: readonly Entry[]): Entry[][] =>
  Array.from({ length: Math.ceil(level.length / groupSize) }, (_, n) =>
    level.slice(n * groupSize, (n + 1) * groupSize),
  );

/** A row that several lines speak of is left to the first of them. */
function refuseRepeated({ rows: { key } }: AnyImport, entries: readonly Entry[]): void {
  if (!key) return;
  const lines = new Map<string, number>();
  for (const entry of entries) {
    if (entry.outcome === 'refused') continue;
    const value = keyOf(entry, key).toLowerCase();
    const first = lines.get(value);
    if (first === undefined) lines.set(value, entry.line.line);
    else refuse(entry, [{ path: key, reason: 'repeats_line', params: { line: first } }]);
  }
}

const keyOf = ({ cells }: Entry, key: string): string => String(cells.values[key] ?? '');

/** A line with what it writes. */
interface Planned {
  readonly entry: Entry;
  readonly plan: unknown;
  readonly outcome: 'added' | 'updated';
}

/** Carries out lines that are sound so far; each comes out with its outcome. */
export async function carryOutGroup(work: Work, group: readonly Entry[]): Promise<void> {
  await breathe();
  const { spec, change, caller } = work;
  const rows = await rowsOf(work, group);
  const inputs = await inputsOf(work, group, rows);
  const planned: Planned[] = [];
  for (const entry of group) {
    const [row, given] = [rows.get(entry), inputs.get(entry)];
    if (!given) continue;
    try {
      const plan = await spec.rows.plan(given, row, change, caller);
      if (plan === undefined) entry.outcome = 'unchanged';
      else planned.push({ entry, plan, outcome: row ? 'updated' : 'added' });
    } catch (error) {
      refuseFor(entry, error);
    }
  }
  await writeAll(work, planned);
}

/** The rows that are there already, each with the line that speaks of it; none where they are not to be changed. */
async function rowsOf({ spec, change, existing }: Work, group: readonly Entry[]): Promise<Map<Entry, ImportedRow>> {
  const { key, find } = spec.rows;
  if (!key || !find) return new Map();
  const keys = group.map((entry) => keyOf(entry, key));
  const found = await find(keys, change);
  const byKey = new Map(found.map((row) => [String(row[key]).toLowerCase(), row]));
  const rows = new Map<Entry, ImportedRow>();
  for (const entry of group) {
    const row = byKey.get(keyOf(entry, key).toLowerCase());
    if (!row) continue;
    if (existing === 'update') rows.set(entry, row);
    else refuse(entry, [{ path: key, reason: 'taken', params: { value: keyOf(entry, key) } }]);
  }
  return rows;
}

/** What each line gives, its words read; nothing for those that are refused. */
async function inputsOf(
  work: Work,
  group: readonly Entry[],
  rows: ReadonlyMap<Entry, ImportedRow>,
): Promise<Map<Entry, object>> {
  const { spec } = work;
  const meanings = await meaningsOf(work, group);
  const inputs = new Map<Entry, object>();
  for (const entry of group) {
    if (entry.outcome) continue;
    const row = rows.get(entry);
    if (!row && entry.lacking.length > 0) refuse(entry, entry.lacking);
    const read = Object.entries(entry.cells.words).map(([path, cell]) =>
      meaningOf(spec, path, cell, meanings.get(path)?.get(cell) ?? [], row),
    );
    const unread = read.filter((one) => 'reason' in one);
    if (unread.length > 0) refuse(entry, unread);
    if (entry.outcome) continue;
    const empty = row ? entry.cells.empty.map((path) => ({ path, value: emptied(spec, path) })) : [];
    const fields = [...read.filter((one) => 'value' in one), ...empty].filter(({ value }) => value !== undefined);
    inputs.set(entry, {
      ...entry.cells.values,
      ...Object.fromEntries(fields.map(({ path, value }) => [path, value])),
    });
  }
  return inputs;
}

/** What the words of a group mean, by field and cell. */
async function meaningsOf({ spec, change }: Work, group: readonly Entry[]) {
  const meanings = new Map<string, ReadonlyMap<string, readonly unknown[]>>();
  for (const [path, words] of Object.entries(wordsOf(spec))) {
    const cells = new Set(group.flatMap((entry) => (entry.outcome ? [] : (entry.cells.words[path] ?? []))));
    if (words && cells.size > 0) meanings.set(path, await words.read([...cells], change));
  }
  return meanings;
}

/** The one value that a cell stands for; of several, the one that the row has already. */
function meaningOf(
  spec: AnyImport,
  path: string,
  cell: string,
  values: readonly unknown[],
  row: ImportedRow | undefined,
): Problem | { path: string; value: unknown } {
  const params = { value: cell };
  if (values.length === 0) return { path, reason: wordsOf(spec)[path]?.unread ?? 'no_such', params };
  if (values.length === 1) return { path, value: values[0] };
  const own = row && values.find((value) => isDeepStrictEqual(value, row[path]));
  return own === undefined ? { path, reason: 'ambiguous', params } : { path, value: own };
}

/** Writes the lines of a group together; where that is refused, half of them and the other half, down to the line. */
async function writeAll(work: Work, planned: readonly Planned[]): Promise<void> {
  const { spec, change } = work;
  const [first] = planned;
  if (!first) return;
  try {
    await change.attempt(() =>
      spec.rows.write(
        planned.map(({ plan }) => plan),
        change,
      ),
    );
    for (const { entry, outcome } of planned) entry.outcome = outcome;
  } catch (error) {
    if (planned.length === 1) return refuseFor(first.entry, error);
    if (!(error instanceof Refusal) && !breaksRule(error)) throw error;
    const half = Math.ceil(planned.length / 2);
    await writeAll(work, planned.slice(0, half));
    await writeAll(work, planned.slice(half));
  }
}

/** A rule of the database that lines break together, or one of them alone. */
const breaksRule = (error: unknown): boolean => error instanceof postgres.PostgresError && error.code.startsWith('23');

function refuse(entry: Entry, problems: readonly Problem[]): void {
  entry.outcome = 'refused';
  entry.problems = problems;
}

/** Refuses a line for what was thrown over it; what is no refusal goes on as it is. */
function refuseFor(entry: Entry, error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
  refuse(entry, error.fields.length > 0 ? error.fields : [{ path: '', ...error.reason }]);
}
