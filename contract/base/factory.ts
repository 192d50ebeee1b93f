import Type from 'typebox';
import { RequiredText, Text } from '../thing/fields.ts';
import { Identifier } from '../thing/identifiers.ts';
import { LicenceNo } from '../thing/text-formats.ts';
import { defineList, defineThing, keyword, type RowOf } from '../thing/thing.ts';
import { moments, optional, readOnly, required } from '../thing/thing-fields.ts';
import { languageField, reachableFields, Status, statusField } from './partner-fields.ts';

/** Fields of every factory, both the enterprise's own and external ones. */
export const factoryFields = {
  factory_code: required(Identifier(64), { sort: true }),
  factory_name: required(RequiredText(128), { sort: true }),
  ...statusField,
  ...reachableFields,
  ...languageField,
};

/** External factories: outsourcing customers (委外客户), the specification's out-of-factory records. */
export const outFactory = defineThing({
  key: 'outsourcing',
  table: 'factory',
  code: 'factory_code',
  path: '/api/org/outfactory',
  fields: {
    ...factoryFields,
    licence_no: optional(LicenceNo()),
    remark: optional(Text(512)),
    ...moments,
  },
  summaries: {
    page: 'List external factories (paged).',
    add: 'Add an external factory. Its code is unique among all factories.',
    update: 'Change an external factory. If `updated_at` is sent and outdated, the call is refused (409).',
    delete: 'Delete an external factory that is not in use.',
  },
});
export type OutFactory = RowOf<typeof outFactory>;

/** All factories, including the enterprise's own, for other records to refer to. */
export const factory = defineList({
  key: 'outsourcing',
  table: 'factory',
  path: '/api/base/factories',
  fields: {
    factory_code: readOnly(Type.String(), { sort: true }),
    factory_name: readOnly(Type.String(), { sort: true }),
    kind: readOnly(Type.Enum(['own', 'external'])),
    status: readOnly(Status(), { filter: true }),
  },
  filters: keyword,
  chosenOn: ['store', 'workshoplist', 'workline', 'classlist', 'certificate'],
  without: ['export'],
  summaries: { page: 'List all factories, the enterprise’s own and external ones, to choose from.' },
});
