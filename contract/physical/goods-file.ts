import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { JobId, taskStates } from '../plant/task.ts';
import { Id, Input, Moment, Nullable, RequiredText } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineList, keyword, type RowOf } from '../thing/thing.ts';
import { periodIn, readOnly } from '../thing/thing-fields.ts';
import { receiveReturn } from './refund.ts';
import { load, sign, unload } from './waybill/waybill.ts';

/** Files of codes from handhelds or elsewhere: each line has a code and the number of its document. */

/** What is done with the codes of a file: load on, unload from or sign for a waybill, or receive for a return. */
export const goodsFileEvents = ['load', 'unload', 'sign', 'return'] as const;
export type GoodsFileEvent = (typeof goodsFileEvents)[number];

/** The calls that do the same at a desk: a file needs the right to them, too. */
export const sameAtDesk = { load, unload, sign, return: receiveReturn } as const satisfies Record<GoodsFileEvent, Call>;

/** The maximum number of lines of a file; longer ones are uploaded in parts. */
export const maxGoodsLines = 500_000;

/** The number of columns that are read. */
export const maxGoodsColumns = 20;

const Column = () => Type.Integer({ minimum: 0, maximum: maxGoodsColumns - 1 });

/** The columns, counted from 0, of the document number and of the code; `titled`: the first line is a header. */
const columns = { document: Column(), code: Column(), titled: Type.Boolean() };
export const GoodsColumns = Type.Object(
  { ...columns, document: Type.Optional(columns.document) },
  { additionalProperties: false },
);
export type GoodsColumns = Type.Static<typeof GoodsColumns>;

const choices = {
  document: Type.Optional(columns.document),
  code: Type.Optional(columns.code),
  titled: Type.Optional(columns.titled),
};
const StartedJob = Type.Object({ job: Type.String() });

const formats = 'as TXT, CSV or JSON lines, also compressed with gzip, or as XLSX';

export const handheldUpload = {
  method: 'POST',
  path: '/api/physical/xiazai/upload',
  effect: 'own-record',
  access: ['xiazai:upload'],
  alsoNeeds: ['freight:load', 'arrival:sign', 'refund:receive'],
  traced: true,
  upload: true,
  summary:
    'Upload a file from a handheld: a line for each code with the number of its waybill or return, `document,code`, ' +
    `${formats}. ` +
    'The header line, or `document`, `code` and `titled` together, chooses the columns; otherwise the first two ' +
    'apply. What the file does also needs the permission to do it at a desk. Each code is accepted or refused separately. ' +
    'Returns the job; refusals are available as a file.',
  input: Input({ act: Type.Enum([...goodsFileEvents]), ...choices }),
  output: StartedJob,
} as const satisfies Call;

export const waybillUpload = {
  method: 'POST',
  path: '/api/physical/freight/upload',
  effect: 'own-record',
  access: ['freight:load'],
  traced: true,
  upload: true,
  summary:
    `Load a waybill from a file: a line for each code, ${formats}. ` +
    'The header line, or `code` and `titled` together, chooses the column; otherwise the first one applies. ' +
    '`override_reason` loads goods whose refusal the warehouse allows to be overridden. Returns the job; refusals are available as a file.',
  input: Input({
    id: Id(),
    override_reason: Type.Optional(RequiredText(512)),
    code: choices.code,
    titled: choices.titled,
  }),
  output: StartedJob,
} as const satisfies Call;

export const goodsFilePreview = {
  method: 'POST',
  path: '/api/physical/xiazai/preview',
  effect: 'none',
  access: ['xiazai:upload', 'freight:load'],
  upload: true,
  summary:
    'Preview the first lines of a file of codes, or of its beginning, with the columns used by default. Nothing is ' +
    'saved.',
  input: Input({}),
  output: Type.Object({
    rows: Type.Array(Type.Object({ line: Type.Integer(), cells: Type.Array(Type.String()) })),
    columns: Type.Object({ document: columns.document, code: columns.code, titled: columns.titled }),
  }),
} as const satisfies Call;

export const handheldData = {
  method: 'GET',
  path: '/api/physical/xiazai/download',
  access: ['xiazai:download'],
  answers: 'file',
  traced: true,
  summary:
    'Download master data for a handheld as a ZIP of CSV files: products, warehouses, dealers with ship-to parties, what is on hold, ' +
    'and open waybills and returns with their lines, limited to what the caller can see. `about.csv` has its time and ' +
    'numbers of rows.',
  input: Input({}),
  output: Type.Unknown(),
} as const satisfies Call;

export const handheldDownloads = defineCall({
  method: 'GET',
  path: '/api/physical/xiazai/downloads',
  access: ['xiazai:download'],
  summary: "List the caller's latest downloads of handheld data, newest first; at most twenty.",
  input: Input({}),
  output: Type.Array(Type.Object({ at: Moment(), ip: Type.String() })),
});

/** Files of handhelds that were uploaded, each with the job that processes it. */
export const handheldUploads = defineList({
  key: 'xiazai',
  table: 'job',
  path: '/api/physical/xiazai',
  fields: {
    id: readOnly(Type.String(), { exported: false }),
    created_at: readOnly(Moment(), { sort: true }),
    /** The name of the file. */
    source: readOnly(Nullable(Type.String())),
    act: readOnly(Type.Enum([...goodsFileEvents]), { filter: true }),
    state: readOnly(Type.Enum([...taskStates]), { filter: true, sort: true }),
    rows: readOnly(Nullable(Type.Integer()), { sort: true }),
    accepted: readOnly(Type.Integer(), { sort: true }),
    refused: readOnly(Type.Integer(), { sort: true }),
    /** Codes that it unloaded and that are not back in their package; once it is done. They are among the lines of its refusals. */
    not_put_back: readOnly(Nullable(Type.Integer())),
    /** Why it failed. */
    problem: readOnly(Nullable(Type.String())),
    uploader_id: readOnly(Id(), { exported: false }),
    uploader: readOnly(Type.String(), names('account', 'uploader_id')),
    ended_at: readOnly(Nullable(Moment()), { sort: true }),
    period: periodIn('created_at'),
  },
  filters: { ...keyword, id: Type.Optional(JobId()) },
  summaries: {
    page: 'List uploaded files of handhelds (paged), newest first. An administrator sees all, others their own.',
  },
});
export type HandheldUploadRow = RowOf<typeof handheldUploads>;
