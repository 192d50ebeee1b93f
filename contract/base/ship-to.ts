import Type from 'typebox';
import { Id, RequiredText } from '../thing/fields.ts';
import { Identifier } from '../thing/identifiers.ts';
import { names } from '../thing/referred.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted, moments, readOnly, required } from '../thing/thing-fields.ts';
import { placeGlnFields, reachableFields, statusField } from './partner-fields.ts';

/** Ship-to addresses (送达方) of dealers; in the specification, the send-arrival records. */
export const shipTo = defineThing({
  key: 'dealer',
  list: 'shipto',
  table: 'ship_to',
  code: 'ship_to_code',
  path: '/api/org/sendarrival',
  fields: {
    dealer_id: required(Id(), { filter: true, fixed: true, exported: false }),
    ship_to_code: required(Identifier(64), { sort: true }),
    ship_to_name: required(RequiredText(128), { sort: true }),
    ...statusField,
    dealer_code: readOnly(Type.String(), names('dealer', 'dealer_id')),
    dealer_name: readOnly(Type.String(), names('dealer', 'dealer_id')),
    ...reachableFields,
    ...placeGlnFields,
    /** The default of its dealer; setting it resets that of the dealer's others. */
    preferred: defaulted(Type.Boolean()),
    ...moments,
  },
  chosenOn: ['freight'],
  calls: {
    add: { path: '/api/org/dealers/addSendArrave', access: ['dealer:update'] },
    update: { path: '/api/org/dealers/modify' },
    delete: { access: ['dealer:update'] },
  },
  summaries: {
    page: 'List ship-to parties (paged).',
    add: 'Add a ship-to party to a dealer.',
    update: 'Change a ship-to party. It cannot move to another dealer.',
    delete: 'Delete a ship-to party that is not in use.',
  },
});
export type ShipTo = RowOf<typeof shipTo>;
