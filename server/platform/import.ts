import { type Kysely, sql as ksql } from 'kysely';
import type Type from 'typebox';
import type { Call, InputOf } from '../../contract/call.ts';
import type { ImportMode, ImportReport } from '../../contract/list.ts';
import type { Caller } from './caller.ts';
import { fileOf } from './file-upload.ts';
import { type Language, languages, text } from './language.ts';
import { badInput, type Problem, Refusal } from './refusal.ts';
import type { Schema } from './schema.ts';
import type { Services } from './services.ts';
import { readTable, type TableLine } from './table-file.ts';
import { lineChecker } from './validation.ts';

export interface Import<Add extends Call<Type.TObject>> {
  /** Key of the list's screen: a column of the file is known by its title in any language, or by its key. */
  readonly list: string;
  readonly call: Call;
  readonly add: Add;
  /** Carries out one line, as the add call would; its refusals are the line's. */
  readonly insert: (db: Kysely<Schema>, input: InputOf<Add>, caller: Caller) => Promise<unknown>;
}

/** Lines in one file. */
const mostLines = 50_000;

/**
 * Brings in rows from a file. Every line is really carried out, in one transaction, each behind a savepoint; so the
 * report knows all that the database would refuse. The transaction is kept or rolled back as the mode says.
 */
export function serveImport<Add extends Call<Type.TObject>>({ db, routes }: Services, spec: Import<Add>): void {
  const check = lineChecker(spec.add.input);
  routes.serve(spec.call, (async ({ mode }: { mode: ImportMode }, caller: Caller) => {
    const { titles, lines } = await readTable(await fileOf(caller.request), mostLines);
    const columns = titles.map((title) => fieldOf(spec, title));
    requireColumns(spec.add.input, columns);
    const transaction = await db.startTransaction().execute();
    try {
      const refused: ImportReport['refused'] = [];
      for (const line of lines) {
        const problems = await tryLine(transaction, spec, check, inputOf(spec, columns, line), caller);
        if (problems.length > 0) refused.push(refusedLine(line, problems, caller.language));
      }
      const good = lines.length - refused.length;
      const kept = mode === 'good' || (mode === 'all' && refused.length === 0);
      await (kept ? transaction.commit() : transaction.rollback()).execute();
      const ignored = titles.filter((title, index) => columns[index] === undefined && title !== '');
      return {
        total: lines.length,
        good,
        written: kept ? good : 0,
        ignored_columns: ignored,
        refused,
      } satisfies ImportReport;
    } catch (error) {
      await transaction.rollback().execute();
      throw error;
    }
  }) as never);
}

async function tryLine<Add extends Call<Type.TObject>>(
  transaction: Kysely<Schema>,
  spec: Import<Add>,
  check: (input: Record<string, unknown>) => Problem[],
  input: Record<string, unknown>,
  caller: Caller,
): Promise<Problem[]> {
  const problems = check(input);
  if (problems.length > 0) return problems;
  await ksql`savepoint line`.execute(transaction);
  try {
    await spec.insert(transaction, input as InputOf<Add>, caller);
    await ksql`release savepoint line`.execute(transaction);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await ksql`rollback to savepoint line`.execute(transaction);
    return error.fields.length > 0 ? [...error.fields] : [{ path: '', ...error.reason }];
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

function refusedLine(line: TableLine, problems: Problem[], language: Language): ImportReport['refused'][number] {
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
