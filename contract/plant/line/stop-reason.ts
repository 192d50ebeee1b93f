import Type from 'typebox';
import { Status } from '../../base/partner-fields.ts';
import { Id, Nullable, RequiredText } from '../../thing/fields.ts';
import { Identifier } from '../../thing/identifiers.ts';
import { defineThing, type RowOf } from '../../thing/thing.ts';
import { defaulted, moments, optional, readOnly, required } from '../../thing/thing-fields.ts';

/**
 * What a stop counts as, by the time elements of ISO 22400-2. `planned`: planned down time, which is no busy time. `setup`: actual unit
 * setup time (AUST). The others are actual unit delay time (ADET): `failure` of equipment, `delay` by lack of material, people or
 * goods, and `minor` stops that somebody at the line ends.
 */
export const stopLosses = ['planned', 'setup', 'failure', 'delay', 'minor'] as const;
export type StopLoss = (typeof stopLosses)[number];

/** The reasons that stops are given, a tree. */
export const stopReason = defineThing({
  key: 'stop',
  list: 'stopreason',
  table: 'stop_reason',
  parties: 'read',
  code: 'reason_code',
  path: '/api/plant/stopreasons',
  fields: {
    /** Devices tell it, too. */
    reason_code: required(Identifier(64), { sort: true }),
    reason_name: required(RequiredText(128), { sort: true }),
    /** The reason above; none at the top level. */
    parent_id: optional(Id(), { exported: false }),
    parent_code: readOnly(Nullable(Type.String())),
    parent_name: readOnly(Nullable(Type.String())),
    loss: required(Type.Enum([...stopLosses]), { filter: true, sort: true }),
    /** The position among its siblings. */
    sort: defaulted(Type.Integer({ minimum: 0, maximum: 1_000_000 }), { sort: true }),
    /** The number of stops that were given it. */
    stops: readOnly(Type.Integer()),
    status: defaulted(Status(), { filter: true, sort: true }),
    ...moments,
  },
  chosenOn: ['board'],
  summaries: {
    page: 'List reasons of stops (paged), siblings in their order.',
    add: 'Add a reason of stops, at the top level or below another one.',
    update: 'Change or move a reason of stops. Its class counts for the stops that were given it before, too.',
    delete: 'Delete a reason that no stop was given and that has none below it.',
  },
});
export type StopReason = RowOf<typeof stopReason>;
