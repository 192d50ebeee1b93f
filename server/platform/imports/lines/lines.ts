import { setImmediate as breathe } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { FileLanguage } from '@suyuan/contract/languages.ts';
import { comparedIdentifier } from '@suyuan/contract/thing/identifiers.ts';
import type { ImportExisting } from '@suyuan/contract/thing/list.ts';
import type { Change } from '../../audit/audit-log.ts';
import type { Principal } from '../../caller.ts';
import { DatabaseError } from '../../database/driver/errors.ts';
import { lineChecker } from '../../http/validation.ts';
import { type Problem, Refusal } from '../../refusal.ts';
import { type Cells, type Column, cellsOf, parsersOf } from './columns.ts';
import type { AnyImport, ImportedRow } from './import-rules.ts';
import { parentsFirst } from './parents-first.ts';
import type { TableLine } from './table-file.ts';

/** A line being imported, and its result. */
export interface Entry {
  readonly line: TableLine;
  readonly cells: Cells;
  /** Problems for fields that a new row requires and the line lacks. */
  readonly lacking: readonly Problem[];
  outcome: 'added' | 'updated' | 'unchanged' | 'refused' | undefined;
  /** The problems found so far; a line with problems is refused. */
  problems: readonly Problem[];
}

/** An import in progress. */
export interface Work {
  readonly spec: AnyImport;
  readonly change: Change;
  readonly caller: Principal;
  readonly existing: ImportExisting;
  /** False: lines only change rows. */
  readonly adds?: boolean;
  /** Fields that only `add` takes are refused where they would change. */
  readonly keepsFixed?: boolean;
  /** Compares the rows before and after they are updated. */
  readonly preview?: Watcher;
}

/** Observes rows that are about to be updated. `begin` resolves to a function that is called after the update. */
export interface Watcher {
  readonly begin: (work: Work, plans: readonly Planned[]) => Promise<() => Promise<void>>;
}

/** The number of lines that are looked up and written together. */
const groupSize = 250;

/** The lines of a file with their contents, and the problems that can be seen without the database. */
export async function entriesOf(
  spec: AnyImport,
  columns: readonly (Column | undefined)[],
  lines: readonly TableLine[],
  language?: FileLanguage,
): Promise<Entry[]> {
  const check = lineChecker(spec.add.input);
  const entries: Entry[] = [];
  for (const line of lines) {
    const cells = cellsOf(spec, columns, line, language);
    const doubtfulPaths = new Set(cells.doubts.map(({ path }) => path));
    const all = check(cells.values).filter(({ path }) => !(path in cells.unparsed) && !doubtfulPaths.has(path));
    const lacking = all.filter(({ path, reason }) => reason === 'required' && path !== spec.rows.key);
    const problems = [...all.filter((problem) => !lacking.includes(problem)), ...cells.doubts];
    entries.push({ line, cells, lacking, problems, outcome: undefined });
    if (entries.length % groupSize === 0) await breathe();
  }
  return entries;
}

/**
 * Divides the lines into groups that are imported one after the other, so that no line refers to another one of its group. Lines
 * that repeat the key of an earlier line are refused.
 */
export function groupsOf(spec: AnyImport, entries: readonly Entry[]): Entry[][] {
  noteRepeated(spec, entries);
  return parentsFirst(parsersOf(spec), entries, ({ cells }) => cells).flatMap(inGroups);
}

const inGroups = (level: readonly Entry[]): Entry[][] =>
  Array.from({ length: Math.ceil(level.length / groupSize) }, (_, n) =>
    level.slice(n * groupSize, (n + 1) * groupSize),
  );

/** Of several lines with the same key, only the first without problems is accepted. */
function noteRepeated({ rows: { key, within } }: AnyImport, entries: readonly Entry[]): void {
  if (!key) return;
  const lines = new Map<string, number>();
  for (const entry of entries) {
    const place = within ? `${entry.cells.unparsed[within] ?? entry.cells.values[within] ?? ''}` : '';
    const value = [place, keyOf(entry, key)].map(comparedIdentifier).join('\0');
    const first = lines.get(value);
    if (first !== undefined) note(entry, { path: key, reason: 'repeats_line', params: { line: first } });
    else if (entry.problems.length === 0) lines.set(value, entry.line.line);
  }
}

const keyOf = ({ cells }: Entry, key: string): string => String(cells.values[key] ?? '');

/** A line with its plan. */
export interface Planned {
  readonly entry: Entry;
  readonly plan: unknown;
  /** The row that it updates; undefined if it adds one. */
  readonly row: ImportedRow | undefined;
}

/** Imports a group of lines, and sets the outcome of each. */
export async function importGroup(work: Work, group: readonly Entry[]): Promise<void> {
  await breathe();
  const meanings = await meaningsOf(work, group);
  const rows = await rowsOf(work, group, meanings);
  const plans: Planned[] = [];
  for (const entry of group) {
    const row = rows.get(entry);
    if (!row && work.adds === false) note(entry, { path: work.spec.rows.key ?? '', reason: 'may_not_add' });
    const values = givenBy(work, entry, row, meanings);
    if (row && values && work.keepsFixed) noteFixed(work.spec, entry, values, row);
    const plan = values && (await planOf(work, entry, values, row));
    if (entry.problems.length > 0) entry.outcome = 'refused';
    else if (plan === undefined) entry.outcome = 'unchanged';
    else plans.push({ entry, plan, row });
  }
  const endPreview = await work.preview?.begin(work, plans);
  await writeAll(work, plans);
  await endPreview?.();
}

/**
 * The plan of a line; undefined if nothing would change or it is refused. A line with problems is planned as well if its key and
 * required fields are valid, so that all its problems are found at once.
 */
async function planOf(
  { spec, change, caller }: Work,
  entry: Entry,
  values: object,
  row: ImportedRow | undefined,
): Promise<unknown> {
  try {
    return await spec.rows.plan(values, row, change, caller);
  } catch (error) {
    note(entry, ...problemsIn(error));
    return undefined;
  }
}

/** The existing rows that lines update. If they may not be updated, the lines are refused. */
async function rowsOf(
  { spec, change, existing }: Work,
  group: readonly Entry[],
  meanings: AllMeanings,
): Promise<Map<Entry, ImportedRow>> {
  const { key, within = key, find } = spec.rows;
  if (!key || !find) return new Map();
  const keys = group.map((entry) => keyOf(entry, key));
  const matches = await find(keys, change);
  const byKey = Map.groupBy(matches, (row) => String(row[key]).toLowerCase());
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

/** Filters rows by the value of the field `within` that the line names, if it names one. */
function withinSame(
  { rows: { within } }: AnyImport,
  { cells }: Entry,
  rows: readonly ImportedRow[],
  meanings: AllMeanings,
): readonly ImportedRow[] {
  const cell = within && cells.unparsed[within];
  if (!cell) return rows;
  const meaning = meanings.get(within)?.get(cell) ?? [];
  return rows.filter((row) => meaning.includes(row[within]));
}

/** Reasons that are caused by another row or line, while the cell itself is valid. */
const ofOthers = ['taken', 'repeats_line'];

/** The valid values of a line, with its cells parsed; undefined if its key or a required field is invalid. */
function givenBy(
  { spec }: Work,
  entry: Entry,
  row: ImportedRow | undefined,
  meanings: AllMeanings,
): Record<string, unknown> | undefined {
  const results = Object.entries(entry.cells.unparsed).map(([path, cell]) =>
    meaningOf(spec, path, cell, meanings.get(path)?.get(cell) ?? [], row),
  );
  note(entry, ...results.filter((one) => 'reason' in one), ...(row ? [] : entry.lacking));
  const unreadable = entry.problems.filter(({ reason }) => !ofOthers.includes(reason));
  const wrong = new Set(unreadable.map(({ path }) => path.split('.')[0]));
  const keys = row ? [spec.rows.key] : [spec.rows.key, ...(spec.add.input.required ?? [])];
  if (keys.some((path) => wrong.has(path))) return undefined;
  const words = results.filter((one) => 'value' in one).map(({ path, value }) => [path, value] as const);
  const pairs = [...Object.entries(entry.cells.values), ...words];
  return Object.fromEntries(pairs.filter(([path]) => !wrong.has(path)));
}

/** Refuses to change what is set once, when a row is added. */
function noteFixed({ update, rows: { key } }: AnyImport, entry: Entry, values: object, row: ImportedRow): void {
  const changeable = (update?.input as { readonly properties?: object } | undefined)?.properties ?? {};
  for (const [path, value] of Object.entries(values)) {
    const isFixed = path !== key && !(path in changeable);
    if (isFixed && !isDeepStrictEqual(value ?? null, row[path] ?? null)) note(entry, { path, reason: 'set_once' });
  }
}

/** The possible values of cells in a group, by field and cell. */
type AllMeanings = ReadonlyMap<string, ReadonlyMap<string, readonly unknown[]>>;

async function meaningsOf({ spec, change }: Work, group: readonly Entry[]): Promise<AllMeanings> {
  const meanings = new Map<string, ReadonlyMap<string, readonly unknown[]>>();
  for (const [path, parser] of Object.entries(parsersOf(spec))) {
    const cells = new Set(group.flatMap(({ cells: { unparsed } }) => unparsed[path] ?? []));
    if (parser && cells.size > 0) meanings.set(path, await parser.read([...cells], change));
  }
  return meanings;
}

/** The value of a cell. If it is ambiguous, the current value of the row, if that is among the candidates. */
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

/** Writes a group of lines at once. If that fails, each half is written separately, down to the single line at fault. */
async function writeAll(work: Work, plans: readonly Planned[]): Promise<void> {
  const { spec, change } = work;
  const [first] = plans;
  if (!first) return;
  try {
    await change.attempt(() =>
      spec.rows.write(
        plans.map(({ plan }) => plan),
        change,
      ),
    );
    for (const { entry, row } of plans) entry.outcome = row ? 'updated' : 'added';
  } catch (error) {
    if (plans.length === 1) {
      note(first.entry, ...problemsIn(error));
      first.entry.outcome = 'refused';
      return;
    }
    if (!(error instanceof Refusal) && !breaksRule(error)) throw error;
    const half = Math.ceil(plans.length / 2);
    await writeAll(work, plans.slice(0, half));
    await writeAll(work, plans.slice(half));
  }
}

/** An integrity constraint violation (SQLSTATE class 23), by one line or by several together. */
const breaksRule = (error: unknown): boolean => error instanceof DatabaseError && error.code?.startsWith('23') === true;

/** Notes only the first problem of each field, because others may follow from it. */
function note(entry: Entry, ...problems: readonly Problem[]): void {
  const paths = new Set(entry.problems.map(({ path }) => path));
  const fresh = problems.filter(({ path }) => !paths.has(path));
  if (fresh.length > 0) entry.problems = [...entry.problems, ...fresh];
}

/** The problems in a refusal; other errors are thrown again. */
function problemsIn(error: unknown): readonly Problem[] {
  if (!(error instanceof Refusal)) throw error;
  return error.fields.length > 0 ? error.fields : [{ path: '', ...error.reason }];
}
