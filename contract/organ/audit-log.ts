import Type from 'typebox';
import { defineCall } from '../call/call.ts';

import {
  Choices,
  Id,
  Input,
  Moment,
  NoInput,
  Nullable,
  PageOf,
  PageQuery,
  RequiredText,
  Text,
} from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineList } from '../thing/thing.ts';
import { optional, periodIn, told } from '../thing/thing-fields.ts';

export const auditLog = defineList({
  key: 'auditlog',
  table: 'audit_log',
  path: '/api/org/auditlog',
  fields: {
    at: told(Moment(), { sort: true }),
    account_id: told(Id(), { exported: false }),
    account_name: told(Text(64), { filter: true, ...names('account', 'account_id') }),
    period: periodIn('at'),
    /** Path of the call; those that begin so are found. */
    call: told(Text(128), { filter: true }),
    /** The first row that it touched: its table, e.g. `product`; what it was called, or is called now; its key. */
    thing: optional(Text(64, { pattern: '^[a-z_]*$' }), { filter: true }),
    label: optional(Type.String()),
    /** Those that begin so are found. */
    ip: told(Text(45), { filter: true }),
    thing_id: optional(Text(128), { filter: true }),
    /** How many rows it touched. */
    changes: told(Type.Integer()),
    id: told(Id()),
  },
  says: { page: 'Every change that was made: who, when, from where, by which call.' },
});

export const auditThings = defineCall({
  method: 'GET',
  path: '/api/org/auditlog/things',
  access: ['auditlog'],
  summary: 'The tables whose rows the log tells of, with what their rows are.',
  input: NoInput(),
  output: Choices,
});

export const auditDetail = defineCall({
  method: 'GET',
  path: '/api/org/auditlog/detail',
  access: ['auditlog'],
  summary: 'One record with the input of its call, secrets left out, and its place in the chain.',
  input: Input({ id: Id() }),
  output: Type.Object({
    id: Id(),
    at: Type.String(),
    account_id: Id(),
    account_name: Type.String(),
    ip: Type.String(),
    call: Type.String(),
    input: Type.Unknown(),
    changes: Type.Integer(),
    mac: Type.String(),
  }),
});

const Image = Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object({}, { additionalProperties: true }));

/** A row as it was and as it became. Nothing before: it was made. Nothing after: it was deleted. */
export const AuditChange = Type.Object({
  id: Type.String(),
  audit_id: Id(),
  at: Type.String(),
  account_id: Id(),
  account_name: Type.String(),
  ip: Type.String(),
  call: Type.String(),
  thing: Type.String(),
  thing_id: Type.String(),
  /** The list whose texts (`<list>.<column>`) title the columns. */
  list: Type.String(),
  before: Nullable(Image),
  after: Nullable(Image),
  /** What the row was called, or is called now. */
  label: Nullable(Type.String()),
  /** What the ids in it are called, by the column or part that they stand in. */
  names: Type.Record(Type.String(), Type.Record(Type.String(), Type.String())),
});
export type AuditChange = Type.Static<typeof AuditChange>;

export const auditChanges = defineCall({
  method: 'GET',
  path: '/api/org/auditlog/changes',
  access: ['auditlog'],
  summary: 'What one record changed, row by row.',
  input: PageQuery(['position'], { id: Id() }),
  output: PageOf(AuditChange),
});

export const auditHistory = defineCall({
  method: 'GET',
  path: '/api/org/auditlog/history',
  access: ['auditlog'],
  summary: 'What became of one row, newest first.',
  input: PageQuery(['at'], { thing: RequiredText(64, { pattern: '^[a-z_]+$' }), thing_id: RequiredText(128) }),
  output: PageOf(AuditChange),
});
