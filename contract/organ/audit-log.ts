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
import { IdentifierOrNone } from '../thing/identifiers.ts';
import { names } from '../thing/referred.ts';
import { defineList } from '../thing/thing.ts';
import { optional, periodIn, readOnly } from '../thing/thing-fields.ts';

export const auditLog = defineList({
  key: 'auditlog',
  table: 'audit_log',
  parties: 'nothing',
  path: '/api/org/auditlog',
  fields: {
    at: readOnly(Moment(), { sort: true }),
    account_id: readOnly(Id(), { exported: false }),
    account_name: readOnly(IdentifierOrNone(64), { filter: true, ...names('account', 'account_id') }),
    period: periodIn('at'),
    /** The path of the call. The filter matches its beginning. */
    call: readOnly(Text(128), { filter: true }),
    /** The first changed row: its table, e.g. `product`; its name after the change, or before if it was deleted; its key. */
    thing: optional(Text(64, { pattern: '^[a-z_]*$' }), { filter: true }),
    label: optional(Type.String()),
    /** The filter matches the beginning. */
    ip: readOnly(Text(45), { filter: true }),
    thing_id: optional(Text(128), { filter: true }),
    /** The number of changed rows. */
    changes: readOnly(Type.Integer()),
    id: readOnly(Id()),
  },
  summaries: { page: 'List changes: who made them, when, from where and by which call.' },
});

export const auditThings = defineCall({
  method: 'GET',
  path: '/api/org/auditlog/things',
  access: ['auditlog'],
  summary: 'List the audited tables, with the kind of record in each.',
  input: NoInput(),
  output: Choices,
});

export const auditDetail = defineCall({
  method: 'GET',
  path: '/api/org/auditlog/detail',
  access: ['auditlog'],
  summary: 'Get an audit record with the input of its call, without secrets, and its position in the chain.',
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

/** A row before and after the change. `before` is null if it was created, `after` if it was deleted. */
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
  /** The name of the row after the change, or before if it was deleted. */
  label: Nullable(Type.String()),
  /** The names of the ids in the row, by the column or part with the id. */
  names: Type.Record(Type.String(), Type.Record(Type.String(), Type.String())),
});
export type AuditChange = Type.Static<typeof AuditChange>;

export const auditChanges = defineCall({
  method: 'GET',
  path: '/api/org/auditlog/changes',
  access: ['auditlog'],
  summary: 'List the changes of an audit record, row by row.',
  input: PageQuery(['position'], { id: Id() }),
  output: PageOf(AuditChange),
});

export const auditHistory = defineCall({
  method: 'GET',
  path: '/api/org/auditlog/history',
  access: ['auditlog'],
  summary: 'List the history of a row, newest first.',
  input: PageQuery(['at'], { thing: RequiredText(64, { pattern: '^[a-z_]+$' }), thing_id: RequiredText(128) }),
  output: PageOf(AuditChange),
});
