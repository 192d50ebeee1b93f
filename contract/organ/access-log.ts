import Type from 'typebox';
import { accessResults } from '../access/access-result.ts';
import { Id, Moment, Nullable, Text } from '../thing/fields.ts';
import { IdentifierOrNone } from '../thing/identifiers.ts';
import { names } from '../thing/referred.ts';
import { defineList } from '../thing/thing.ts';
import { optional, periodIn, readOnly } from '../thing/thing-fields.ts';

export const accessLog = defineList({
  key: 'auditlog',
  list: 'accesslog',
  table: 'access_log',
  parties: 'nothing',
  path: '/api/org/accesslog',
  fields: {
    at: readOnly(Moment(), { sort: true }),
    account_id: readOnly(Id(), { exported: false }),
    account_name: readOnly(IdentifierOrNone(64), { filter: true, ...names('account', 'account_id') }),
    period: periodIn('at'),
    /** The path of the call. The filter matches its beginning. */
    call: readOnly(Text(128), { filter: true }),
    /** What the call is about: a list, or the menu of the call. */
    of: readOnly(Nullable(Type.String()), { exported: false }),
    result: readOnly(Type.Enum([...accessResults]), { filter: true }),
    /** The number of codes in the call, and how many of them were unknown. */
    codes: optional(Type.Integer()),
    unknown: optional(Type.Integer()),
    /** The SHA-256 of a file for an authority or a customer. */
    sha256: optional(Type.String()),
    /** The number of refusals: repeated ones of a call to an account are written to one record per hour. */
    times: readOnly(Type.Integer()),
    /** The input of the call, shortened and without secrets. */
    asked: optional(Type.String()),
    /** The filter matches the beginning. */
    ip: readOnly(Text(45), { filter: true }),
    id: readOnly(Id()),
  },
  summaries: { page: 'List exports, code look-ups and refused calls.' },
});
