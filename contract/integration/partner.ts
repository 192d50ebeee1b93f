import Type from 'typebox';
import { companyPrefixesField, partyGlnField, statusField } from '../base/partner-fields.ts';
import { Moment, Nullable, RequiredText, Text } from '../thing/fields.ts';
import { Identifier } from '../thing/identifiers.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { moments, optional, readOnly, required } from '../thing/thing-fields.ts';

/** The longest JSON Schema of a profile, in characters. */
export const longestProfile = 100_000;

/** 伙伴: who exchanges events with the enterprise and is neither factory nor dealer, such as an authority, a carrier, a customer. */
export const partner = defineThing({
  key: 'partner',
  table: 'partner',
  parties: 'nothing',
  code: 'partner_code',
  path: '/api/integration/partners',
  fields: {
    partner_code: required(Identifier(64), { sort: true }),
    partner_name: required(RequiredText(128), { sort: true }),
    /** The GLN of the party (PGLN). */
    ...partyGlnField,
    ...companyPrefixesField,
    ...statusField,
    /** What it sends and what it gets, in words. */
    sends: optional(Text(512)),
    gets: optional(Text(512)),
    /** The names of its keys that are not revoked. */
    keys: readOnly(Type.Array(Type.String()), { exported: false }),
    /** When one of its keys was used last. */
    last_exchange: readOnly(Nullable(Moment())),
    /** JSON Schemas (draft 2020-12) of an event that it sends, and of one that it gets. */
    profile_in: optional(Text(longestProfile), { exported: false }),
    profile_out: optional(Text(longestProfile), { exported: false }),
    remark: optional(Text(512)),
    ...moments,
  },
  summaries: {
    page: 'List partners that exchange events (paged), with their keys.',
    add: 'Add a partner. A profile is a JSON Schema (draft 2020-12) of one event; what does not fit is refused, or not sent.',
    update: 'Change a partner. If `updated_at` is sent and outdated, the call is refused (409).',
    delete: 'Delete a partner that has no keys.',
  },
});
export type Partner = RowOf<typeof partner>;
