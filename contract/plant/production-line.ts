import Type from 'typebox';
import { statusField } from '../base/partner-fields.ts';
import { Id, Input, Moment, Nullable, RequiredText, Text } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted, moments, optional, required, told } from '../thing/thing-fields.ts';

export const stationKinds = ['printer', 'camera', 'packer', 'palletiser'] as const;

/** Where something is done to codes on a line. Its name has no character that parts stations in a file. */
export const Station = () =>
  Input({ kind: Type.Enum([...stationKinds]), name: RequiredText(64, { pattern: '^[^;；]*[^;；\\s][^;；]*$' }) });
export type Station = Type.Static<ReturnType<typeof Station>>;

/** Production lines, each in a workshop. */
export const productionLine = defineThing({
  key: 'workline',
  table: 'production_line',
  code: 'line_code',
  path: '/api/plant/lines',
  fields: {
    line_code: required(RequiredText(64), { sort: true }),
    line_name: required(RequiredText(128), { sort: true }),
    workshop_id: required(Id(), { filter: true, exported: false }),
    /** With the code of the factory before it, as a workshop’s own is unique there only. */
    workshop_code: told(Type.String(), names('workshop', 'workshop_id')),
    workshop_name: told(Type.String(), names('workshop', 'workshop_id')),
    factory_name: told(Type.String()),
    ...statusField,
    /** Units a minute. */
    nominal_speed: optional(Type.Integer({ minimum: 1, maximum: 100_000 }), { sort: true }),
    /** When a device last called for it. */
    last_seen_at: told(Nullable(Moment())),
    /** How many device keys there are that can be called with. */
    device_keys: told(Type.Integer()),
    /** In the order in which the goods pass them. */
    stations: defaulted(Type.Array(Station(), { maxItems: 32 }), { exported: false }),
    /** The same in words. */
    station_list: told(Type.String()),
    remark: optional(Text(512)),
    ...moments,
  },
  filters: { factory_id: Type.Optional(Id()) },
  chosenOn: ['orderlist'],
  says: {
    page: 'Production lines, a page at a time.',
    add: 'Add a production line to a workshop.',
    update: 'Change a production line. With `updated_at` as it was read, a change made meanwhile refuses it (409).',
    delete: 'Delete a production line without device keys in use.',
  },
});
export type ProductionLine = RowOf<typeof productionLine>;
