import Type from 'typebox';
import { defineCall } from '../call.ts';
import { Choices, Id, Input, Moment, NoInput, Nullable, PageOf, PageQuery, RequiredText, Text } from '../fields.ts';
import { exportOf } from '../list.ts';

export const AuditEntry = Type.Object({
  id: Id(),
  at: Type.String(),
  account_name: Type.String(),
  ip: Type.String(),
  /** Path of the call. */
  call: Type.String(),
  /** How many rows it touched; the first of them is told here. */
  changes: Type.Integer(),
  thing: Nullable(Type.String()),
  thing_id: Nullable(Type.String()),
  /** What the first of them was called, or is called now. */
  label: Nullable(Type.String()),
});
export type AuditEntry = Type.Static<typeof AuditEntry>;

export const auditPage = defineCall({
  method: 'GET',
  path: '/api/org/auditlog/pagelist',
  access: ['auditlog'],
  summary: 'Every change that was made: who, when, from where, by which call.',
  input: PageQuery(['at'], {
    account_name: Type.Optional(Text(64)),
    from: Type.Optional(Moment()),
    to: Type.Optional(Moment()),
    /** Begins the path of the call. */
    call: Type.Optional(Text(128)),
    /** A table, e.g. `product`. */
    thing: Type.Optional(Text(64, { pattern: '^[a-z_]*$' })),
    thing_id: Type.Optional(Text(128)),
    /** Begins the address. */
    ip: Type.Optional(Text(45)),
  }),
  output: PageOf(AuditEntry),
});
export const auditExport = exportOf(auditPage, ['auditlog:export']);

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
  account_name: Type.String(),
  ip: Type.String(),
  call: Type.String(),
  thing: Type.String(),
  thing_id: Type.String(),
  /** The list whose texts (`<list>.<column>`) title the columns. */
  list: Type.String(),
  before: Nullable(Image),
  after: Nullable(Image),
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
