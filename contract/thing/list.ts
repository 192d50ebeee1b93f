import Type from 'typebox';
import { type Access, type Call, defineCall } from '../call/call.ts';
import { Input, Nullable, Text } from './fields.ts';

/** What every list offers beside its page: the whole result as a file, and rows brought in from one. */

export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** `/export` beside a `/pagelist` or `/list`: the same filters and sort, every row, the columns asked for in their order. */
export function exportOf(page: Call<Type.TObject>, access: Access) {
  const { page: _page, size: _size, id: _id, ...filters } = page.input.properties;
  return {
    method: 'GET',
    path: page.path.replace(/\/(page)?list$/, '/export') as `/api/${string}`,
    access,
    summary: `The whole result of ${page.path} as XLSX or CSV, with titles in the caller's language.`,
    answers: 'file',
    traced: true,
    input: Type.Object(
      {
        ...filters,
        format: Type.Enum([...exportFormats]),
        /** Column keys, comma-separated; all of them when left out. */
        columns: Type.Optional(Text(1024, { pattern: '^[a-z_]+(,[a-z_]+)*$' })),
        /** Ids of rows, comma-separated: only these of the result. All of it when left out. */
        ids: Type.Optional(Text(8192, { pattern: '^\\d{1,16}(,\\d{1,16}){0,499}$' })),
      },
      { additionalProperties: false },
    ),
    output: Type.Unknown(),
  } as const satisfies Call;
}

/** dry: check only; good: write the rows that are right; all: write only when every row is right. */
export const importModes = ['dry', 'good', 'all'] as const;
export type ImportMode = (typeof importModes)[number];

/** What becomes of lines whose row is there already: they are refused, or change it. */
export const importExisting = ['refuse', 'update'] as const;
export type ImportExisting = (typeof importExisting)[number];

export const ImportReport = Type.Object({
  /**
   * Given when the file is long: its lines are carried out after the answer, which only tells how many there are. What
   * comes of them is asked for under this number.
   */
  job: Type.Optional(Type.String()),
  total: Type.Integer(),
  /** Lines that are right: they add a row, change one, or say what is so already. */
  good: Type.Integer(),
  added: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  /** Rows that were added or changed in the end. */
  written: Type.Integer(),
  /** The columns of the file, as it calls them. */
  titles: Type.Array(Type.String()),
  /** Those of them that no field of the list answers to. */
  ignored_columns: Type.Array(Type.String()),
  /** The first refused lines; all `total` less `good` of them unless there are more than a thousand. */
  refused: Type.Array(
    Type.Object({
      /** Line in the file, the header being line 1. */
      line: Type.Integer(),
      cells: Type.Array(Type.String()),
      problems: Type.Array(Type.Object({ path: Type.String(), reason: Type.String(), message: Type.String() })),
    }),
  ),
  /** Of a check: the first hundred rows that lines would change, as the list shows them now and would afterwards. */
  changes: Type.Array(
    Type.Object({
      line: Type.Integer(),
      before: Type.Record(Type.String(), Type.Unknown()),
      after: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
});
export type ImportReport = Type.Static<typeof ImportReport>;

/** How far the lines of a long file are. */
export const importProgress = defineCall({
  method: 'GET',
  path: '/api/imports/progress',
  access: 'signed-in',
  summary: "How far an import of one's own is, and its report once it is done.",
  input: Input({ job: Text(36, { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }) }),
  output: Type.Object({
    /** stopped and broken: what it had written in whole steps stays. */
    state: Type.Enum(['waiting', 'running', 'done', 'stopped', 'broken']),
    total: Type.Integer(),
    done: Type.Integer(),
    report: Nullable(ImportReport),
    /** Why it is broken. */
    problem: Nullable(Type.String()),
  }),
});

export const importStop = defineCall({
  method: 'POST',
  path: '/api/imports/stop',
  access: 'signed-in',
  summary: "Stop an import of one's own, wherever it is carried out.",
  input: importProgress.input,
  output: Type.Null(),
});

/**
 * `/import` beside an `/add`: a multipart form with one `file` (XLSX or CSV, titles in its first line). Lines whose row
 * is there already are refused, or change it where they are to; that needs the right to change rows as well. A cell with
 * nothing in it leaves its field as it is.
 */
export function importOf(add: Call<Type.TObject>, access: Access) {
  const existing = Type.Optional(Type.Enum([...importExisting]));
  const input = Type.Object({ mode: Type.Enum([...importModes]), existing }, { additionalProperties: false });
  return { ...importInto(add, access), input } as const satisfies Call;
}

export type ImportCall = ReturnType<typeof importOf> | ReturnType<typeof addingImportOf>;

/** The same where lines only add rows. */
export function addingImportOf(add: Call<Type.TObject>, access: Access) {
  const input = Type.Object({ mode: Type.Enum([...importModes]) }, { additionalProperties: false });
  return { ...importInto(add, access), input } as const satisfies Call;
}

const importInto = (add: Call<Type.TObject>, access: Access) =>
  ({
    method: 'POST',
    path: add.path.replace(/\/add$/, '/import') as `/api/${string}`,
    access,
    summary: `Rows for ${add.path} from an XLSX or CSV file, checked line by line.`,
    upload: true,
    output: ImportReport,
  }) as const;
