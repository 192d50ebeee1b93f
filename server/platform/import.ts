import { sql as ksql } from 'kysely';
import type Type from 'typebox';
import type { Call, InputOf } from '../../contract/call.ts';
import type { ImportMode, ImportReport } from '../../contract/list.ts';
import type { Change } from './audit.ts';
import type { Account, Caller } from './caller.ts';
import { fileOf } from './file-upload.ts';
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
}

/** Lines in one file. */
const mostLines = 50_000;

/** Lines behind one savepoint. */
const groupSize = 100;

/**
 * Brings in rows from a file. Every line is really carried out, in one transaction; so the report knows all that the
 * database would refuse. The transaction is kept or rolled back as the mode says.
 */
export function serveImport<Add extends Call<Type.TObject>>({ routes }: Services, spec: Import<Add>): void {
  const check = lineChecker(spec.add.input);
  routes.change(spec.call, (async ({ mode }: { mode: ImportMode }, caller: Caller<Account>, change: Change) => {
    const { titles, lines } = await readTable(await fileOf(caller.request), mostLines);
    const columns = titles.map((title) => fieldOf(spec, title));
    requireColumns(spec.add.input, columns);
    const entries = lines.map((line): Entry<Add> => {
      const input = inputOf(spec, columns, line);
      return { line, problems: check(input), input: input as InputOf<Add> };
    });
    await carryOut(change, spec, entries, caller);
    const refused = entries.filter(({ problems }) => problems.length > 0);
    const good = lines.length - refused.length;
    const kept = mode === 'good' || (mode === 'all' && refused.length === 0);
    if (!kept) change.undo();
    return {
      total: lines.length,
      good,
      written: kept ? good : 0,
      ignored_columns: titles.filter((title, index) => columns[index] === undefined && title !== ''),
      refused: refused.map(({ line, problems }) => refusedLine(line, problems, caller.language)),
    } satisfies ImportReport;
  }) as never);
}

/** A line on its way in, and what stands against it. */
interface Entry<Add extends Call> {
  readonly line: TableLine;
  readonly input: InputOf<Add>;
  problems: readonly Problem[];
}

/** Lines are carried out in groups; a group with a line that is refused is taken back and carried out line by line. */
async function carryOut<Add extends Call<Type.TObject>>(
  change: Change,
  spec: Import<Add>,
  entries: readonly Entry<Add>[],
  caller: Caller<Account>,
): Promise<void> {
  const sound = entries.filter(({ problems }) => problems.length === 0);
  const refusal = (group: Entry<Add>[]) => refusalOf(change, spec, group, caller);
  for (let done = 0; done < sound.length; done += groupSize) {
    const group = sound.slice(done, done + groupSize);
    if (!(await refusal(group))) continue;
    for (const entry of group) entry.problems = (await refusal([entry])) ?? [];
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
    for (const { input } of group) await spec.insert(input, behind, caller);
    await ksql`release savepoint lines`.execute(change.db);
    for (const rows of made) change.made(...rows);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await ksql`rollback to savepoint lines`.execute(change.db);
    return error.fields.length > 0 ? error.fields : [{ path: '', ...error.reason }];
  }
}

/** The field whose key or title, in any language, is the title of a column. */
function fieldOf({ list, add }: Import<Call<Type.TObject>>, title: string): string | undefined {
  const wanted = title.trim().toLowerCase();
  return Object.keys(add.input.properties).find(
    (key) => key === wanted || languages.some((language) => text(language, `${list}.${key}`).toLowerCase() === wanted),
  );
}

function requireColumns(schema: Type.TObject, columns: (string | undefined)[]): void {
  const missing = (schema.required ?? []).filter((key) => !columns.includes(key));
  if (missing.length > 0) throw badInput(...missing.map((path) => ({ path, reason: 'missing_column' })));
}

function inputOf({ list, add }: Import<Call<Type.TObject>>, columns: (string | undefined)[], line: TableLine) {
  const input: Record<string, unknown> = {};
  columns.forEach((key, index) => {
    const cell = line.cells[index]?.trim() ?? '';
    if (key !== undefined && cell !== '') input[key] = choiceOf(list, key, add.input.properties[key], cell);
  });
  return input;
}

/** A choice may be written in the words of any language. */
function choiceOf(list: string, key: string, schema: Type.TSchema | undefined, cell: string): string {
  const choices = (schema as { enum?: (string | number)[] } | undefined)?.enum ?? [];
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
