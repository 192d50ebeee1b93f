import { setImmediate as breathe } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ImportExisting } from '../../../../contract/thing/list.ts';
import type { Change } from '../../audit/audit-log.ts';
import type { Principal } from '../../caller.ts';
import postgres from '../../database/postgres.ts';
import { lineChecker } from '../../http/validation.ts';
import { type Problem, Refusal } from '../../refusal.ts';
import { type Cells, type Column, cellsOf, parsersOf } from './columns.ts';
import type { AnyImport, ImportedRow } from './import-rules.ts';
import { parentsFirst } from './order.ts';
import type { TableLine } from './table-file.ts';

/** A line on its way in, and what came of it. */
export interface Entry {
  readonly line: TableLine;
  readonly cells: Cells;
  /** Fields that a new row would need, and that the line tells nothing of. */
  readonly lacking: readonly Problem[];
  outcome: 'added' | 'updated' | 'unchanged' | 'refused' | undefined;
  /** All that is wrong with it, as far as it is known: a line with problems is refused. */
  problems: readonly Problem[];
}

/** An import under way. */
export interface Work {
  readonly spec: AnyImport;
  readonly change: Change;
  readonly caller: Principal;
  readonly existing: ImportExisting;
  /** Where the rows that lines change are told as they were and as they become. */
  readonly preview?: Watcher;
}

/** Looks at the rows that lines are about to change; what it answers looks at them again, when they are changed. */
export interface Watcher {
  readonly begin: (work: Work, planned: readonly Planned[]) => Promise<() => Promise<void>>;
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
  const entries: Entry[] = [];
  for (const line of lines) {
    const cells = cellsOf(spec, columns, line);
    const found = check(cells.values).filter(({ path }) => !(path in cells.unparsed));
    const lacking = found.filter(({ path, reason }) => reason === 'required' && path !== spec.rows.key);
    const problems = found.filter((problem) => !lacking.includes(problem));
    entries.push({ line, cells, lacking, problems, outcome: undefined });
    if (entries.length % groupSize === 0) await breathe();
  }
  return entries;
}

/**
 * The lines in groups that are carried out one after the other: none of a group needs another one of it. Lines of a row
 * that an earlier line speaks of are refused.
 */
export function groupsOf(spec: AnyImport, entries: readonly Entry[]): Entry[][] {
  noteRepeated(spec, entries);
  return parentsFirst(parsersOf(spec), entries, ({ cells }) => cells).flatMap(inGroups);
}

const inGroups = (level: readonly Entry[]): Entry[][] =>
  Array.from({ length: Math.ceil(level.length / groupSize) }, (_, n) =>
    level.slice(n * groupSize, (n + 1) * groupSize),
  );

/** A row that several lines speak of is left to the first of them that is sound so far. */
function noteRepeated({ rows: { key, within } }: AnyImport, entries: readonly Entry[]): void {
  if (!key) return;
  const lines = new Map<string, number>();
  for (const entry of entries) {
    const place = within ? `${entry.cells.unparsed[within] ?? entry.cells.values[within] ?? ''}\0` : '';
    const value = `${place}${keyOf(entry, key)}`.toLowerCase();
    const first = lines.get(value);
    if (first !== undefined) note(entry, { path: key, reason: 'repeats_line', params: { line: first } });
    else if (entry.problems.length === 0) lines.set(value, entry.line.line);
  }
}

const keyOf = ({ cells }: Entry, key: string): string => String(cells.values[key] ?? '');

/** A line with what it writes. */
export interface Planned {
  readonly entry: Entry;
  readonly plan: unknown;
  /** The row that it changes; none where it adds one. */
  readonly row: ImportedRow | undefined;
}

/** Carries out a group of lines; each comes out with its outcome. */
export async function carryOutGroup(work: Work, group: readonly Entry[]): Promise<void> {
  await breathe();
  const meanings = await meaningsOf(work, group);
  const rows = await rowsOf(work, group, meanings);
  const planned: Planned[] = [];
  for (const entry of group) {
    const row = rows.get(entry);
    const given = givenBy(work, entry, row, meanings);
    const plan = given && (await planOf(work, entry, given, row));
    if (entry.problems.length > 0) entry.outcome = 'refused';
    else if (plan === undefined) entry.outcome = 'unchanged';
    else planned.push({ entry, plan, row });
  }
  const told = await work.preview?.begin(work, planned);
  await writeAll(work, planned);
  await told?.();
}

/**
 * What a line writes; undefined when it says what is so already, or is refused. One that is wrong elsewhere is planned as
 * well, if the rest of it is a line of its own: so all that is wrong with it is known at once.
 */
async function planOf(
  { spec, change, caller }: Work,
  entry: Entry,
  given: object,
  row: ImportedRow | undefined,
): Promise<unknown> {
  try {
    return await spec.rows.plan(given, row, change, caller);
  } catch (error) {
    note(entry, ...problemsIn(error));
    return undefined;
  }
}

/** The rows that are there already, each with the line that speaks of it; none where they are not to be changed. */
async function rowsOf(
  { spec, change, existing }: Work,
  group: readonly Entry[],
  meanings: AllMeanings,
): Promise<Map<Entry, ImportedRow>> {
  const { key, within = key, find } = spec.rows;
  if (!key || !find) return new Map();
  const keys = group.map((entry) => keyOf(entry, key));
  const found = await find(keys, change);
  const byKey = Map.groupBy(found, (row) => String(row[key]).toLowerCase());
  const rows = new Map<Entry, ImportedRow>();
  for (const entry of group) {
    const value = keyOf(entry, key);
    const [row, ...others] = withinSame(spec, entry, byKey.get(value.toLowerCase()) ?? [], meanings);
    if (!row) continue;
    if (others.length > 0) note(entry, { path: within as string, reason: 'required' });
    else if (existing === 'update') rows.set(entry, row);
    else note(entry, { path: key, reason: 'taken', params: { value } });
  }
  return rows;
}

/** Of rows with a line's key those within what the line names; all of them where it names nothing. */
function withinSame(
  { rows: { within } }: AnyImport,
  { cells }: Entry,
  rows: readonly ImportedRow[],
  meanings: AllMeanings,
): readonly ImportedRow[] {
  const cell = within && cells.unparsed[within];
  if (!cell) return rows;
  const wanted = meanings.get(within)?.get(cell) ?? [];
  return rows.filter((row) => wanted.includes(row[within]));
}

/** What is wrong because of another row or line: the cell itself is right. */
const ofOthers = ['taken', 'repeats_line'];

/** What is right of a line, its words read; undefined where that is no line of its own. */
function givenBy(
  { spec }: Work,
  entry: Entry,
  row: ImportedRow | undefined,
  meanings: AllMeanings,
): Record<string, unknown> | undefined {
  const read = Object.entries(entry.cells.unparsed).map(([path, cell]) =>
    meaningOf(spec, path, cell, meanings.get(path)?.get(cell) ?? [], row),
  );
  note(entry, ...read.filter((one) => 'reason' in one), ...(row ? [] : entry.lacking));
  const unreadable = entry.problems.filter(({ reason }) => !ofOthers.includes(reason));
  const wrong = new Set(unreadable.map(({ path }) => path.split('.')[0]));
  const needed = row ? [spec.rows.key] : [spec.rows.key, ...(spec.add.input.required ?? [])];
  if (needed.some((path) => wrong.has(path))) return undefined;
  const words = read.filter((one) => 'value' in one).map(({ path, value }) => [path, value] as const);
  const given = [...Object.entries(entry.cells.values), ...words];
  return Object.fromEntries(given.filter(([path]) => !wrong.has(path)));
}

/** What the words of a group mean, by field and cell. */
type AllMeanings = ReadonlyMap<string, ReadonlyMap<string, readonly unknown[]>>;

async function meaningsOf({ spec, change }: Work, group: readonly Entry[]): Promise<AllMeanings> {
  const meanings = new Map<string, ReadonlyMap<string, readonly unknown[]>>();
  for (const [path, parser] of Object.entries(parsersOf(spec))) {
    const cells = new Set(group.flatMap(({ cells: { unparsed } }) => unparsed[path] ?? []));
    if (parser && cells.size > 0) meanings.set(path, await parser.read([...cells], change));
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
  if (values.length === 0) return { path, reason: parsersOf(spec)[path]?.unread ?? 'no_such', params };
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
    for (const { entry, row } of planned) entry.outcome = row ? 'updated' : 'added';
  } catch (error) {
    if (planned.length === 1) {
      note(first.entry, ...problemsIn(error));
      first.entry.outcome = 'refused';
      return;
    }
    if (!(error instanceof Refusal) && !breaksRule(error)) throw error;
    const half = Math.ceil(planned.length / 2);
    await writeAll(work, planned.slice(0, half));
    await writeAll(work, planned.slice(half));
  }
}

/** A rule of the database that lines break together, or one of them alone. */
const breaksRule = (error: unknown): boolean => error instanceof postgres.PostgresError && error.code.startsWith('23');

/** What is wrong with a field is said once: the rest may follow from it. */
function note(entry: Entry, ...problems: readonly Problem[]): void {
  const known = new Set(entry.problems.map(({ path }) => path));
  const fresh = problems.filter(({ path }) => !known.has(path));
  if (fresh.length > 0) entry.problems = [...entry.problems, ...fresh];
}

/** What a refusal says against a line; what is no refusal goes on as it is. */
function problemsIn(error: unknown): readonly Problem[] {
  if (!(error instanceof Refusal)) throw error;
  return error.fields.length > 0 ? error.fields : [{ path: '', ...error.reason }];
}
