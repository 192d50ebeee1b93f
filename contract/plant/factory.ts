import Type from 'typebox';
import { factoryFields } from '../base/factory.ts';
import { placeGlnFields } from '../base/partner-fields.ts';
import { Id, Nullable, Text } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { moments, optional, readOnly } from '../thing/thing-fields.ts';

const ReadOnlyText = () => readOnly(Nullable(Type.String()));

/** The enterprise's own factories. */
export const factory = defineThing({
  key: 'plantlist',
  table: 'factory',
  code: 'factory_code',
  path: '/api/plant/factories',
  fields: {
    ...factoryFields,
    ...placeGlnFields,
    /** The warehouse that receives its finished goods. */
    warehouse_id: optional(Id(), { filter: true, exported: false }),
    warehouse_code: ReadOnlyText(),
    warehouse_name: readOnly(Nullable(Type.String()), names('warehouse', 'warehouse_id')),
    /** The number of accounts of its people. */
    people: readOnly(Type.Integer()),
    remark: optional(Text(512)),
    ...moments,
  },
  summaries: {
    page: 'List the enterprise’s own factories (paged).',
    add: 'Add a factory of the enterprise. Its code is unique among all factories, including external ones.',
    update: 'Change a factory. If `updated_at` is sent and outdated, the call is refused (409).',
    delete: 'Delete a factory that is not in use.',
  },
});
export type Factory = RowOf<typeof factory>;
