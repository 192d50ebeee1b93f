import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Id, Input, Moment, Nullable, Text } from '../thing/fields.ts';
import { defineList, keyword, type RowOf } from '../thing/thing.ts';
import { readOnly } from '../thing/thing-fields.ts';

/** 任务管理: background jobs of all modules, such as files being processed. */

export const taskStates = ['waiting', 'running', 'done', 'stopped', 'broken'] as const;

export const JobId = () => Text(36, { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });

/** The maximum number of codes of a packing file; larger files are uploaded in parts. */
export const maxPacked = 5_000_000;

/** The number of columns that are read. */
export const maxPackingColumns = 20;

const Column = () => Type.Integer({ minimum: 0, maximum: maxPackingColumns - 1 });

/** The columns of a packing file, counted from 0, of the package and of the code in it; `titled`: the first line is a header. */
const packingColumns = { parent: Column(), child: Column(), titled: Type.Boolean() };
export const PackingColumns = Type.Object(packingColumns, { additionalProperties: false });
export type PackingColumns = Type.Static<typeof PackingColumns>;

/** What becomes of the packages of a file that hold fewer units than the packaging relation says. */
export const shortPackages = ['refuse', 'remainder'] as const;
export type ShortPackages = (typeof shortPackages)[number];

/** Jobs of all modules. */
export const task = defineList({
  key: 'taskmanagement',
  table: 'job',
  path: '/api/plant/taskmanagement',
  fields: {
    id: readOnly(Type.String(), { exported: false }),
    source: readOnly(Nullable(Type.String())),
    /** The kind of job; its text is `taskmanagement.kind.<kind>`. */
    kind: readOnly(Type.String()),
    state: readOnly(Type.Enum([...taskStates]), { filter: true }),
    /** It was stopped or has failed, and can be resumed after its last completed step. */
    resumable: readOnly(Type.Boolean(), { exported: false }),
    /** When it is stopped, it undoes what it has done. */
    takes_back: readOnly(Type.Boolean(), { exported: false }),
    rows: readOnly(Nullable(Type.Integer())),
    done: readOnly(Type.Integer()),
    accepted: readOnly(Type.Integer()),
    refused: readOnly(Type.Integer()),
    /** Packages of a packing file that were short of units, refused or taken as remainders; once it is done. */
    short: readOnly(Nullable(Type.Integer())),
    /** Accepted lines of a packing file, or of a handheld's, that were so already; once it is done. */
    known: readOnly(Nullable(Type.Integer())),
    /** Codes that a file unloaded and that are not back in their package; once it is done. They are among the lines of its refusals. */
    not_put_back: readOnly(Nullable(Type.Integer())),
    /** Only while it runs, and after its first progress. */
    rows_per_second: readOnly(Nullable(Type.Integer())),
    seconds_left: readOnly(Nullable(Type.Integer())),
    /** Why it failed. */
    problem: readOnly(Nullable(Type.String())),
    by: readOnly(Type.String()),
    created_at: readOnly(Moment(), { sort: true }),
    ended_at: readOnly(Nullable(Moment())),
  },
  filters: {
    /** The screen on which it was started. */
    screen: Type.Optional(Text(64)),
    /** Searches the name of the file. */
    ...keyword,
  },
  without: ['export'],
  summaries: { page: "List jobs of every module, newest first: the caller's own, or everyone's for an administrator." },
});
export type Task = RowOf<typeof task>;

export const packingUpload = {
  method: 'POST',
  path: '/api/plant/relevance/upload',
  effect: 'own-record',
  access: ['relevance:upload'],
  traced: true,
  upload: true,
  summary:
    'Pack from a file: a line for each code with its package, `parent,child`, as TXT, CSV or JSON lines, also ' +
    'compressed with gzip, or as XLSX. The header line, or `parent`, `child` and `titled` together, chooses the ' +
    'columns; otherwise the first two apply. A package with a wrong line is refused, and so is an incomplete one ' +
    'unless `short` accepts it. Returns the job; refusals are available as a file.',
  input: Type.Object(
    {
      work_order_id: Id(),
      parent: Type.Optional(packingColumns.parent),
      child: Type.Optional(packingColumns.child),
      titled: Type.Optional(packingColumns.titled),
      /** Whether packages that are short of units are refused (the default) or taken as remainders. */
      short: Type.Optional(Type.Enum([...shortPackages])),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ job: Type.String() }),
} as const satisfies Call;

export const packingPreview = {
  method: 'POST',
  path: '/api/plant/relevance/preview',
  effect: 'none',
  access: ['relevance:upload'],
  upload: true,
  summary:
    'Preview the first lines of a packing file, or of its beginning, with the columns used by default. Nothing is saved.',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    rows: Type.Array(Type.Object({ line: Type.Integer(), cells: Type.Array(Type.String()) })),
    columns: PackingColumns,
  }),
} as const satisfies Call;

/**
 * Permissions of which one is needed to ask for a job of one's own: those to start a job that reads a file, and those of the
 * screens that list jobs.
 */
const askers = ['taskmanagement', 'relevance:upload', 'xiazai', 'freight:load'] as const;

export const taskDetail = defineCall({
  method: 'GET',
  path: '/api/plant/taskmanagement/detail',
  access: askers,
  summary: 'Get the progress of a job.',
  input: Input({ job: JobId() }),
  output: task.Row,
});

export const taskStop = defineCall({
  method: 'POST',
  path: '/api/plant/taskmanagement/stop',
  access: ['taskmanagement:stop'],
  effect: 'own-record',
  summary: 'Stop a queued or running job. Its work is kept, unless its kind rolls back.',
  input: Input({ job: JobId() }),
  output: Type.Null(),
});

export const taskResume = defineCall({
  method: 'POST',
  path: '/api/plant/taskmanagement/resume',
  access: ['taskmanagement:stop'],
  effect: 'own-record',
  summary:
    'Resume a stopped or interrupted job after its last step, with the current permissions of the person who started ' +
    'it. A kind that rolls back starts again with its file.',
  input: Input({ job: JobId() }),
  output: Type.Null(),
});

const fileOf = (file: 'refusals' | 'original', summary: string) =>
  ({
    method: 'GET',
    path: `/api/plant/taskmanagement/${file}`,
    access: askers,
    answers: 'file',
    traced: true,
    summary,
    input: Input({ job: JobId() }),
    output: Type.Unknown(),
  }) as const satisfies Call;

export const taskRefusals = fileOf(
  'refusals',
  "Download the refused lines of a job's file as CSV, with line number, code and reason.",
);
export const taskOriginal = fileOf('original', 'Download the file of a job as it was uploaded.');
