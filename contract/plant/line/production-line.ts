import Type from 'typebox';
import { AlarmLimit, mostOfLimit } from '../../base/alarm-limits.ts';
import { placeGlnFields, statusField } from '../../base/partner-fields.ts';
import { Id, Input, Moment, Nullable, RequiredText, Text } from '../../thing/fields.ts';
import { Identifier } from '../../thing/identifiers.ts';
import { names } from '../../thing/referred.ts';
import { defineThing, type RowOf } from '../../thing/thing.ts';
import { defaulted, moments, optional, readOnly, required } from '../../thing/thing-fields.ts';

export const stationKinds = ['printer', 'camera', 'packer', 'palletiser'] as const;

/**
 * A station of a line, where something is done to codes. Its name cannot contain a semicolon, which separates stations in
 * files.
 */
export const Station = () =>
  Input({ kind: Type.Enum([...stationKinds]), name: RequiredText(64, { pattern: '^[^;；]*[^;；\\s][^;；]*$' }) });
export type Station = Type.Static<ReturnType<typeof Station>>;

/** The highest nominal speed of a line, in units per minute. */
export const fastestLine = 100_000;

/** The limits of a line that has its own; otherwise those of the enterprise apply. */
const alarmLimitFields = {
  silent_limit: optional(AlarmLimit(mostOfLimit.silent)),
  standing_limit: optional(AlarmLimit(mostOfLimit.standing)),
  queue_limit: optional(AlarmLimit(mostOfLimit.queue)),
  codes_limit: optional(AlarmLimit(mostOfLimit.codes)),
  refusals_limit: optional(AlarmLimit(mostOfLimit.refusals)),
};

/** Production lines, each in a workshop. */
export const productionLine = defineThing({
  key: 'workline',
  table: 'production_line',
  code: 'line_code',
  path: '/api/plant/lines',
  fields: {
    line_code: required(Identifier(64), { sort: true }),
    line_name: required(RequiredText(128), { sort: true }),
    workshop_id: required(Id(), { filter: true, exported: false }),
    /** Preceded by the code of the factory, because workshop codes are unique within a factory only. */
    workshop_code: readOnly(Type.String(), names('workshop', 'workshop_id')),
    workshop_name: readOnly(Type.String(), names('workshop', 'workshop_id')),
    factory_id: readOnly(Id(), { filter: true, exported: false }),
    factory_name: readOnly(Type.String(), names('factory', 'factory_id')),
    ...statusField,
    ...placeGlnFields,
    /** Whether starting a work order asks about one that runs already. */
    orders_at_once: defaulted(Type.Enum(['one', 'several'])),
    /** Whether the line has to be cleared, signed by two, before another work order starts on it. */
    clearance: defaulted(Type.Enum(['none', 'required'])),
    /** Units per minute. */
    nominal_speed: optional(Type.Integer({ minimum: 1, maximum: fastestLine }), { sort: true }),
    /** The latest call of any of its devices. */
    last_seen_at: readOnly(Nullable(Moment())),
    /** The number of device keys that are valid. */
    device_keys: readOnly(Type.Integer()),
    /** In the order in which goods pass them. */
    stations: defaulted(Type.Array(Station(), { maxItems: 32 }), { exported: false }),
    /** The stations in words. */
    station_list: readOnly(Type.String()),
    ...alarmLimitFields,
    remark: optional(Text(512)),
    ...moments,
  },
  chosenOn: ['orderlist', 'shift', 'clearance'],
  summaries: {
    page: 'List production lines (paged).',
    add: 'Add a production line to a workshop.',
    update: 'Change a production line. If `updated_at` is sent and outdated, the call is refused (409).',
    delete: 'Delete a production line without active device keys.',
  },
});
export type ProductionLine = RowOf<typeof productionLine>;
