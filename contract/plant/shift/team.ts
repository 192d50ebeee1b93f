import Type from 'typebox';
import { statusField } from '../../base/partner-fields.ts';
import { defineCall } from '../../call/call.ts';
import { Id, Input, RequiredText, Text } from '../../thing/fields.ts';
import { Identifier } from '../../thing/identifiers.ts';
import { names } from '../../thing/referred.ts';
import { defineThing, keyword, type RowOf } from '../../thing/thing.ts';
import { defaulted, moments, optional, readOnly, required } from '../../thing/thing-fields.ts';

/** A time of day, e.g. `07:30`. */
const TimeOfDay = () => Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', maxLength: 5 });

/** Teams of a factory, which work in shifts. */
export const team = defineThing({
  key: 'classlist',
  table: 'team',
  code: 'team_code',
  path: '/api/plant/teams',
  fields: {
    team_code: required(Identifier(64), { sort: true }),
    team_name: required(RequiredText(128), { sort: true }),
    factory_id: required(Id(), { filter: true, exported: false, fixed: true }),
    factory_code: readOnly(Type.String(), names('factory', 'factory_id')),
    factory_name: readOnly(Type.String(), names('factory', 'factory_id')),
    ...statusField,
    shift_start: required(TimeOfDay(), { sort: true }),
    /** On the following day if it is before the start. */
    shift_end: required(TimeOfDay()),
    /** The accounts of the members: people of the factory or of the enterprise. */
    members: defaulted(Type.Array(Id(), { maxItems: 200, uniqueItems: true }), {
      withoutColumn: true,
      exported: false,
    }),
    member_accounts: readOnly(Type.String()),
    member_names: readOnly(Type.String()),
    remark: optional(Text(512)),
    ...moments,
  },
  chosenOn: ['orderlist', 'shift'],
  summaries: {
    page: 'List teams and their shifts (paged).',
    add: 'Add a team to a factory. It cannot move to another one, and its code is unique in the factory.',
    update: 'Change a team. If `updated_at` is sent and outdated, the call is refused (409).',
    delete: 'Delete a team that is not in use.',
  },
});
export type Team = RowOf<typeof team>;

export const memberChoices = defineCall({
  method: 'GET',
  path: '/api/plant/teams/people',
  access: ['classlist'],
  summary: 'List people who can be members of a team: at most 50 that match the keyword, and those requested by id.',
  input: Input({
    ...keyword,
    /** Ids of accounts that are included in any case. */
    ids: Type.Optional(Text(4096, { pattern: '^\\d{1,15}(,\\d{1,15}){0,199}$' })),
  }),
  output: Type.Array(Type.Object({ value: Id(), label: Type.String() })),
});
