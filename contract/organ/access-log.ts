import Type from 'typebox';
import { accessResults } from '../access-result.ts';
import { defineCall } from '../call.ts';
import { Id, Moment, Nullable, PageOf, PageQuery, Text } from '../fields.ts';
import { exportOf } from '../list.ts';

export const AccessEntry = Type.Object({
  id: Id(),
  at: Type.String(),
  account_name: Type.String(),
  ip: Type.String(),
  /** Path of the call. */
  call: Type.String(),
  result: Type.Enum([...accessResults]),
  /** How many codes it was about, and how many of them were unknown. */
  codes: Nullable(Type.Integer()),
  unknown: Nullable(Type.Integer()),
  /** Refusals of one call to one account are told once an hour, with their number. */
  times: Type.Integer(),
  /** What was asked for, shortened and without secrets. */
  asked: Nullable(Type.String()),
});

export const accessPage = defineCall({
  method: 'GET',
  path: '/api/org/accesslog/pagelist',
  access: ['auditlog'],
  summary: 'Who exported something or asked what codes are, and whose calls were refused.',
  input: PageQuery(['at'], {
    account_name: Type.Optional(Text(64)),
    from: Type.Optional(Moment()),
    to: Type.Optional(Moment()),
    /** Begins the path of the call. */
    call: Type.Optional(Text(128)),
    result: Type.Optional(Type.Enum([...accessResults])),
    /** Begins the address. */
    ip: Type.Optional(Text(45)),
  }),
  output: PageOf(AccessEntry),
});
export const accessExport = exportOf(accessPage, ['auditlog:export']);
