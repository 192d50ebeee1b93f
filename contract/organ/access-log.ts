import Type from 'typebox';

import { accessResults } from '../access/access-result.ts';
import { Id, Moment, Nullable, Text } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineList } from '../thing/thing.ts';
import { optional, periodIn, told } from '../thing/thing-fields.ts';

export const accessLog = defineList({
  key: 'auditlog',
  list: 'accesslog',
  table: 'access_log',
  path: '/api/org/accesslog',
  fields: {
    at: told(Moment(), { sort: true }),
    account_id: told(Id(), { exported: false }),
    account_name: told(Text(64), { filter: true, ...names('account', 'account_id') }),
    period: periodIn('at'),
    /** Path of the call; those that begin so are found. */
    call: told(Text(128), { filter: true }),
    /** What that is about: a list, or the menu that the call stands in. */
    of: told(Nullable(Type.String()), { exported: false }),
    result: told(Type.Enum([...accessResults]), { filter: true }),
    /** How many codes it was about, and how many of them were unknown. */
    codes: optional(Type.Integer()),
    unknown: optional(Type.Integer()),
    /** Of a file for an authority or a customer, its SHA-256. */
    sha256: optional(Type.String()),
    /** Refusals of one call to one account are told once an hour, with their number. */
    times: told(Type.Integer()),
    /** What was asked for, shortened and without secrets. */
    asked: optional(Type.String()),
    /** Those that begin so are found. */
    ip: told(Text(45), { filter: true }),
    id: told(Id()),
  },
  says: { page: 'Who exported something or asked what codes are, and whose calls were refused.' },
});
