import Type from 'typebox';
import { type Access, type Call, defineCall } from '../call/call.ts';
import { fileLanguages } from '../languages.ts';
import { Input, Nullable, Text } from './fields.ts';

/** The calls of every list besides its page: export and import. */

export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Declares `/export` beside a `/pagelist` or `/list`: the same filters and sort, all rows, and the requested columns in their
 * order.
 */
export function exportOf(page: Call<Type.TObject>, access: Access) {
  const { page: _page, size: _size, id, ...filters } = page.input.properties;
  return {
    method: 'GET',
    path: page.path.replace(/\/(page)?list$/, '/export') as `/api/${string}`,
    access,
    summary: `Export all rows of ${page.path} as XLSX or CSV, with titles in the caller's language.`,
    answers: 'file',
    traced: true,
    input: Type.Object(
      {
        ...filters,
        format: Type.Enum([...exportFormats]),
        /** Column keys, comma-separated; all columns by default. */
        columns: Type.Optional(Text(1024, { pattern: '^[a-z_]+(,[a-z_]+)*$' })),
        /** Ids of rows, comma-separated, to narrow the result to; all rows by default. */
        ids: Type.Optional(Text(8192, { pattern: idsPattern(id) })),
      },
      { additionalProperties: false },
    ),
    output: Type.Unknown(),
  } as const satisfies Call;
}

/** Ids with so many digits that all of them are within the range of the column; those that are texts by their own pattern. */
function idsPattern(id: (Type.TSchema & { maximum?: number; pattern?: string }) | undefined): string {
  const text = id?.pattern?.slice(1, -1);
  if (text) return `^${text}(,${text}){0,199}$`;
  const largest = id?.maximum ?? Number.MAX_SAFE_INTEGER;
  const digits = `\\d{1,${largest < Number.MAX_SAFE_INTEGER ? `${largest}`.length - 1 : 16}}`;
  return `^${digits}(,${digits}){0,499}$`;
}

/** `dry`: check only; `good`: write the valid rows; `all`: write only if all rows are valid. */
export const importModes = ['dry', 'good', 'all'] as const;
export type ImportMode = (typeof importModes)[number];

/** What to do with lines whose row exists already: refuse them, or update the row. */
export const importExisting = ['refuse', 'update'] as const;
export type ImportExisting = (typeof importExisting)[number];

export const ImportReport = Type.Object({
  /**
   * The id of the job that imports a long file after the answer, which then only has the number of lines; the report is fetched
   * by `importProgress`.
   */
  job: Type.Optional(Type.String()),
  total: Type.Integer(),
  /** Valid lines: they add a row, change one, or change nothing. */
  good: Type.Integer(),
  added: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  /** Rows that were added or changed in the end. */
  written: Type.Integer(),
  /** The column titles of the file. */
  titles: Type.Array(Type.String()),
  /** The titles that match no field of the list. */
  ignored_columns: Type.Array(Type.String()),
  /** The refused lines, at most the first thousand. */
  refused: Type.Array(
    Type.Object({
      /** Line in the file, the header being line 1. */
      line: Type.Integer(),
      cells: Type.Array(Type.String()),
      problems: Type.Array(Type.Object({ path: Type.String(), reason: Type.String(), message: Type.String() })),
    }),
  ),
  /** In a dry run: the first hundred rows that would change, as the list shows them before and after. */
  changes: Type.Array(
    Type.Object({
      line: Type.Integer(),
      before: Type.Record(Type.String(), Type.Unknown()),
      after: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
});
export type ImportReport = Type.Static<typeof ImportReport>;

/** The progress of the import of a long file. */
export const importProgress = defineCall({
  method: 'GET',
  path: '/api/imports/progress',
  access: 'signed-in',
  summary: "Get the progress of one of the caller's imports, and its report once it is done.",
  input: Input({ job: Text(36, { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }) }),
  output: Type.Object({
    /** When stopped or broken, rows of completed steps stay. */
    state: Type.Enum(['waiting', 'running', 'done', 'stopped', 'broken']),
    total: Type.Integer(),
    done: Type.Integer(),
    report: Nullable(ImportReport),
    /** Why it broke off. */
    problem: Nullable(Type.String()),
  }),
});

export const importStop = defineCall({
  method: 'POST',
  path: '/api/imports/stop',
  access: 'signed-in',
  summary: "Stop one of the caller's imports, on any server.",
  input: importProgress.input,
  output: Type.Null(),
});

const importOptions = () => ({
  mode: Type.Enum([...importModes]),
  /**
   * The language that the numbers and days of the file are written in: `12.000` is twelve thousand in Spanish, and `01/11/2026` the
   * first of November but in American English. Without it, what can be read in two ways is refused.
   */
  written_in: Type.Optional(Type.Enum([...fileLanguages])),
});

/**
 * Declares `/import` beside an `/add`: a multipart form with one `file` (XLSX or CSV with a title line). Lines whose row exists
 * already are refused, or with `existing: update` change it, which also needs the right to change rows. An empty cell leaves
 * its field unchanged.
 */
export function importOf(add: Call<Type.TObject>, access: Access) {
  const existing = Type.Optional(Type.Enum([...importExisting]));
  const input = Type.Object({ ...importOptions(), existing }, { additionalProperties: false });
  return { ...importInto(add, access), input } as const satisfies Call;
}

export type ImportCall = ReturnType<typeof importOf> | ReturnType<typeof addingImportOf>;

/** The same for files that only add rows. */
export function addingImportOf(add: Call<Type.TObject>, access: Access) {
  const input = Type.Object(importOptions(), { additionalProperties: false });
  return { ...importInto(add, access), input } as const satisfies Call;
}

const importInto = (add: Call<Type.TObject>, access: Access) =>
  ({
    method: 'POST',
    path: add.path.replace(/\/add$/, '/import') as `/api/${string}`,
    access,
    summary: `Import rows for ${add.path} from an XLSX or CSV file, checked line by line.`,
    upload: true,
    output: ImportReport,
  }) as const;
