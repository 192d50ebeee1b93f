import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Id, Input, Moment, Nullable, Text } from '../thing/fields.ts';
import { defineList, type RowOf } from '../thing/thing.ts';
import { told } from '../thing/thing-fields.ts';

/** 任务管理: files and other long work of every module. */

export const taskStates = ['waiting', 'running', 'done', 'stopped', 'broken'] as const;

const JobId = () => Text(36, { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });

/** Codes of a packing file; a file of more is brought in parts. */
export const mostPacked = 5_000_000;

/** Jobs of every module. */
export const task = defineList({
  key: 'taskmanagement',
  table: 'job',
  path: '/api/plant/taskmanagement',
  fields: {
    id: told(Type.String(), { exported: false }),
    source: told(Nullable(Type.String())),
    /** What kind of work it is: a text `taskmanagement.kind.<kind>`. */
    kind: told(Type.String()),
    state: told(Type.Enum([...taskStates]), { filter: true }),
    rows: told(Nullable(Type.Integer())),
    done: told(Type.Integer()),
    accepted: told(Type.Integer()),
    refused: told(Type.Integer()),
    /** While it runs. */
    rows_per_second: told(Nullable(Type.Integer())),
    seconds_left: told(Nullable(Type.Integer())),
    /** Why it is broken. */
    problem: told(Nullable(Type.String())),
    by: told(Type.String()),
    created_at: told(Moment(), { sort: true }),
    ended_at: told(Nullable(Moment())),
  },
  without: ['export'],
  says: { page: 'Jobs of every module, the newest first: one’s own, and for an administrator everybody’s.' },
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
    'Pack by a file: a line for each code with its package, `parent,child`, as TXT or CSV, also compressed with gzip; columns ' +
    'in any order where the first line names them. Answers the job, whose refusals come as a file.',
  input: Type.Object({ work_order_id: Id() }, { additionalProperties: false }),
  output: Type.Object({ job: Type.String() }),
} as const satisfies Call;

export const taskDetail = defineCall({
  method: 'GET',
  path: '/api/plant/taskmanagement/detail',
  access: ['taskmanagement', 'relevance:upload'],
  summary: 'How far a job is.',
  input: Input({ job: JobId() }),
  output: task.Row,
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
