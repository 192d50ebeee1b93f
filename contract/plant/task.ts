import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Id, Input, Moment, Nullable, PageOf, PageQuery, Text } from '../thing/fields.ts';

/** 任务管理: files and other long work of every module. */

export const taskStates = ['waiting', 'running', 'done', 'stopped', 'broken'] as const;

const JobId = () => Text(36, { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });

/** Codes of a packing file; a file of more is brought in parts. */
export const mostPacked = 5_000_000;

export const Task = Type.Object({
  job: Type.String(),
  /** What kind of work it is: a key of `taskmanagement.kind.*`. */
  kind: Type.String(),
  /** The menu key of the screen that it was asked for on. */
  menu: Type.String(),
  source: Nullable(Type.String()),
  state: Type.Enum([...taskStates]),
  rows: Nullable(Type.Integer()),
  done: Type.Integer(),
  accepted: Type.Integer(),
  refused: Type.Integer(),
  /** While it runs. */
  rows_per_second: Nullable(Type.Integer()),
  seconds_left: Nullable(Type.Integer()),
  /** Why it is broken. */
  problem: Nullable(Type.String()),
  by: Type.String(),
  created_at: Moment(),
  started_at: Nullable(Moment()),
  ended_at: Nullable(Moment()),
});
export type Task = Type.Static<typeof Task>;

export const packingUpload = {
  method: 'POST',
  path: '/api/plant/relevance/upload',
  effect: 'own-record',
  access: ['relevance:upload'],
  traced: true,
  upload: true,
  summary:
    'Pack by a file: a line for each code with its package, `parent,child`, as TXT or CSV, also compressed with gzip; columns ' +
    'in any order where the first line names them. Answers the job, whose refusals come as a file.',
  input: Type.Object({ work_order_id: Id() }, { additionalProperties: false }),
  output: Type.Object({ job: Type.String() }),
} as const satisfies Call;

export const taskPage = defineCall({
  method: 'GET',
  path: '/api/plant/taskmanagement/pagelist',
  access: ['taskmanagement'],
  summary: 'Jobs of every module, the newest first: one’s own, and for an administrator everybody’s.',
  input: PageQuery(['created_at'], { state: Type.Optional(Type.Enum([...taskStates])) }),
  output: PageOf(Task),
});

export const taskDetail = defineCall({
  method: 'GET',
  path: '/api/plant/taskmanagement/detail',
  access: ['taskmanagement', 'relevance:upload'],
  summary: 'How far a job is.',
  input: Input({ job: JobId() }),
  output: Task,
});

export const taskStop = defineCall({
  method: 'POST',
  path: '/api/plant/taskmanagement/stop',
  access: ['taskmanagement:stop'],
  effect: 'own-record',
  summary: 'Stop a job that waits or runs. What it has done is kept, unless its kind takes it back.',
  input: Input({ job: JobId() }),
  output: Type.Null(),
});

const fileOf = (file: 'refusals' | 'original', summary: string) =>
  ({
    method: 'GET',
    path: `/api/plant/taskmanagement/${file}`,
    access: ['taskmanagement', 'relevance:upload'],
    answers: 'file',
    traced: true,
    summary,
    input: Input({ job: JobId() }),
    output: Type.Unknown(),
  }) as const satisfies Call;

export const taskRefusals = fileOf(
  'refusals',
  'The lines of a job’s file that were refused, as CSV: line, code, and why.',
);
export const taskOriginal = fileOf('original', 'The file of a job as it was sent.');
