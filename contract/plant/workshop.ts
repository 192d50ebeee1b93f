import Type from 'typebox';
import { statusField } from '../base/partner-fields.ts';
import { Id, RequiredText, Text } from '../thing/fields.ts';
import { Identifier } from '../thing/identifiers.ts';
import { names } from '../thing/referred.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { moments, optional, readOnly, required } from '../thing/thing-fields.ts';

/** Workshops, each of one factory. */
export const workshop = defineThing({
  key: 'workshoplist',
  table: 'workshop',
  code: 'workshop_code',
  path: '/api/plant/workshops',
  fields: {
    workshop_code: required(Identifier(64), { sort: true }),
    workshop_name: required(RequiredText(128), { sort: true }),
    factory_id: required(Id(), { filter: true, exported: false, fixed: true }),
    factory_code: readOnly(Type.String(), names('factory', 'factory_id')),
    factory_name: readOnly(Type.String(), names('factory', 'factory_id')),
    ...statusField,
    /** The number of its production lines. */
    lines: readOnly(Type.Integer()),
    remark: optional(Text(512)),
    ...moments,
  },
  chosenOn: ['workline'],
  summaries: {
    page: 'List workshops (paged).',
    add: 'Add a workshop to a factory. It cannot move to another one, and its code is unique in the factory.',
    update: 'Change a workshop. If `updated_at` is sent and outdated, the call is refused (409).',
    delete: 'Delete a workshop that is not in use.',
  },
});
export type Workshop = RowOf<typeof workshop>;
