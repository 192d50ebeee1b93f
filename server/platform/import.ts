import { sql as ksql } from 'kysely';
import type Type from 'typebox';
import type { Call, InputOf } from '../../contract/call.ts';
import type { ImportMode, ImportReport } from '../../contract/list.ts';
import type { Change } from './audit.ts';
import type { Account, Caller } from './caller.ts';
import { fileOf } from './file-upload.ts';
import type { Progress } from './import-jobs.ts';
import { type Language, languages, text } from './language.ts';
import { badInput, type Problem, Refusal } from './refusal.ts';
import type { Services } from './services.ts';
import { readTable, type TableLine } from './table-file.ts';
import { lineChecker } from './validation.ts';

export interface Import<Add extends Call<Type.TObject>> {
  /** Key of the list's screen: a column of the file is known by its title in any language, or by its key. */
  readonly list: string;
  readonly call: Call;
  readonly add: Add;
  /** Carries out one line, as the add call would; its refusals are the line's. */
  readonly insert: (input: InputOf<Add>, change: Change, caller: Caller<Account>) => Promise<unknown>;
  /** Fields that a file does not write as the call does: an area in words, another row by its code. */
  readonly words?: { readonly [Key in keyof InputOf<Add>]?: Words<Exclude<InputOf<Add>[Key], null | undefined>> };
}

interface Words<Value> {
  /** Columns of the list that tell the field, beside its own, the surest first. */
  readonly columns?: readonly string[];
  /** The value that a cell stands for, lines above it included; undefined when it stands for none. */
  readonly read: (cell: string, change: Change) => Promise<Value | undefined> | Value | undefined;
}

/** Lines in one file. */
const mostLines = 50_000;

/** Lines that are carried out while the caller waits for the answer: some seconds. */
const mostAtOnce = 2000;

/** Lines behind one savepoint. */
const groupSize = 100;

/**
 * Brings in rows from a file. Every line is really carried out, in one transaction; so the report knows all that the
 * database would refuse. The transaction is kept or rolled back as the mode says.
 */
export function serveImport<Add extends Call<Type.TObject>>(
  { routes, imports: jobs }: Services,
  spec: Import<Add>,
): void {
  const check = lineChecker(spec.add.input);
  routes.changeInTime(spec.call, (async (
    { mode }: { mode: ImportMode },
    caller: Caller<Account>,
    carryOut: CarryOut,
  ) => {
    const { titles, lines } = await readTable(await fileOf(caller.request), mostLines);
    const columns = titles.map((title) => columnOf(spec, title));
    requireColumns(
      spec.add.input,
      columns.map((column) => column?.key),
    );
    const entries = lines.map((line): Entry<Add> => {
      const { input, words } = cellsOf(spec, columns, line);
      const problems = check(input).filter(({ path }) => !(path in words));
      return { line, problems, input: input as InputOf<Add>, words };
    });
    const ignored_columns = titles.filter((title, index) => columns[index] === undefined && title !== '');
    const work = (done: Progress) =>
      carryOut(async (change) => {
        await carryOutLines(change, spec, entries, caller, done);
        const { refused, ...figures } = outcomeOf(entries, mode);
        if (figures.written === 0) change.undo();
        const told = refused.map(({ line, problems }) => refusedLine(line, problems, caller.language));
        return { ...figures, ignored_columns, refused: told };
      });
    if (lines.length <= mostAtOnce) return work(() => {});
    const job = await jobs.start(caller.account.id, lines.length, work);
    return { job, total: lines.length, good: 0, written: 0, ignored_columns, refused: [] } satisfies ImportReport;
  }) as never);
}

type CarryOut = (work: (change: Change) => Promise<ImportReport>) => Promise<ImportReport>;

function outcomeOf<Add extends Call>(entries: readonly Entry<Add>[], mode: ImportMode) {
  const refused = entries.filter(({ problems }) => problems.length > 0);
  const good = entries.length - refused.length;
  const kept = mode === 'good' || (mode === 'all' && refused.length === 0);
  return { total: entries.length, good, written: kept ? good : 0, refused };
}

/** A line on its way in, and what stands against it. */
interface Entry<Add extends Call> {
  readonly line: TableLine;
  readonly input: InputOf<Add>;
  /** Cells whose values are still to be read from their words. */
  readonly words: Readonly<Record<string, string>>;
  problems: readonly Problem[];
}

/** Lines are carried out in groups; a group with a line that is refused is taken back and carried out line by line. */
async function carryOutLines<Add extends Call<Type.TObject>>(
  change: Change,
  spec: Import<Add>,
  entries: readonly Entry<Add>[],
  caller: Caller<Account>,
  progress: Progress,
): Promise<void> {
  const sound = entries.filter(({ problems }) => problems.length === 0);
  const refusal = (group: Entry<Add>[]) => refusalOf(change, spec, group, caller);
  for (let done = 0; done < sound.length; done += groupSize) {
    const group = sound.slice(done, done + groupSize);
    if (await refusal(group)) for (const entry of group) entry.problems = (await refusal([entry])) ?? [];
    progress(entries.length - sound.length + done + group.length);
  }
}

/** Carries lines out behind a savepoint; what the first refused one was refused for, when nothing of them is kept. */
async function refusalOf<Add extends Call<Type.TObject>>(
  change: Change,
  spec: Import<Add>,
  group: readonly Entry<Add>[],
  caller: Caller<Account>,
): Promise<readonly Problem[] | undefined> {
  await ksql`savepoint lines`.execute(change.db);
  const made: Parameters<Change['made']>[] = [];
  try {
    const behind: Change = { ...change, made: (...rows) => void made.push(rows) };
    for (const entry of group) await spec.insert(await inputOf(spec, entry, behind), behind, caller);
    await ksql`release savepoint lines`.execute(change.db);
    for (const rows of made) change.made(...rows);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await ksql`rollback to savepoint lines`.execute(change.db);
    return error.fields.length > 0 ? error.fields : [{ path: '', ...error.reason }];
  }
}

/** What a column of a file tells: a field, and how surely among the columns that tell the same one. */
interface Column {
  readonly key: string;
  readonly rank: number;
}

/** The field that a title names: by its key, or by its title in any language. */
function columnOf({ list, add, words = {} }: Import<Call<Type.TObject>>, title: string): Column | undefined {
  const wanted = title.trim().toLowerCase();
  const names = (name: string) =>
    name === wanted || languages.some((language) => text(language, `${list}.${name}`).toLowerCase() === wanted);
  for (const key of Object.keys(add.input.properties)) {
    const rank = [...((words[key as never] as Words<unknown> | undefined)?.columns ?? []), key].findIndex(names);
    if (rank >= 0) return { key, rank };
  }
  return undefined;
}

function requireColumns(schema: Type.TObject, columns: (string | undefined)[]): void {
  const missing = (schema.required ?? []).filter((key) => !columns.includes(key));
  if (missing.length > 0) throw badInput(...missing.map((path) => ({ path, reason: 'missing_column' })));
}

/** What the cells of a line tell, each as the call takes it or in words. */
function cellsOf<Add extends Call<Type.TObject>>(
  { list, add, words: inWords = {} }: Import<Add>,
  columns: readonly (Column | undefined)[],
  line: TableLine,
) {
  const input: Record<string, unknown> = {};
  const words: Record<string, string> = {};
  const ranks: Record<string, number> = {};
  columns.forEach((column, index) => {
    const cell = line.cells[index]?.trim() ?? '';
    if (column === undefined || cell === '' || column.rank > (ranks[column.key] ?? column.rank)) return;
    const { key, rank } = column;
    ranks[key] = rank;
    if (key in inWords) words[key] = cell;
    else input[key] = choiceOf(list, key, add.input.properties[key], cell);
  });
  return { input, words };
}

/** The whole input of a line, its words read. */
async function inputOf<Add extends Call<Type.TObject>>(
  { words: inWords = {} }: Import<Add>,
  { input, words }: Entry<Add>,
  change: Change,
): Promise<InputOf<Add>> {
  const values: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(words)) {
    values[path] = await (inWords[path as never] as Words<unknown>).read(value, change);
    if (values[path] === undefined) throw badInput({ path, reason: 'no_such', params: { value } });
  }
  return { ...(input as object), ...values } as InputOf<Add>;
}

/** A choice may be written in the words of any language. */
function choiceOf(list: string, key: string, schema: Type.TSchema | undefined, cell: string): string {
  const { enum: among, type } = (schema ?? {}) as { enum?: (string | number)[]; type?: string };
  const choices = among ?? (type === 'boolean' ? ['true', 'false'] : []);
  const wanted = cell.toLowerCase();
  const choice = choices.find((value) =>
    languages.some((language) => text(language, `${list}.${key}.${value}`).toLowerCase() === wanted),
  );
  return choice === undefined ? cell : String(choice);
}

function refusedLine(
  line: TableLine,
  problems: readonly Problem[],
  language: Language,
): ImportReport['refused'][number] {
  return {
    line: line.line,
    content: line.cells.join(', ').slice(0, 500),
    problems: problems.map(({ path, reason, params }) => ({
      path,
      reason,
      message: text(language, `problem.${reason}`, params),
    })),
  };
}
