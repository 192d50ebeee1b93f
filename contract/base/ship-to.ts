import Type from 'typebox';
import { defineCall } from '../call.ts';
import { Id, IdInput, IdOutput, Input, Moment, PageOf, PageQuery, RequiredText } from '../fields.ts';
import { exportOf, importOf } from '../list.ts';
import { keptFilters, keptRow, reachFields, reachRow, Status } from './partner-fields.ts';

/** Ship-to parties (送达方): where a dealer's goods are delivered to. The specification's send-arrival records. */

const shipToFields = {
  ship_to_code: RequiredText(64),
  ship_to_name: RequiredText(128),
  ...reachFields(),
  /** The one that is proposed first; the dealer's others then are not. */
  preferred: Type.Optional(Type.Boolean()),
  status: Type.Optional(Status()),
};

export const ShipTo = Type.Object({
  ...keptRow,
  dealer_id: Id(),
  dealer_code: Type.String(),
  dealer_name: Type.String(),
  ship_to_code: Type.String(),
  ship_to_name: Type.String(),
  ...reachRow,
  preferred: Type.Boolean(),
});
export type ShipTo = Type.Static<typeof ShipTo>;

export const shipToPage = defineCall({
  method: 'GET',
  path: '/api/org/sendarrival/pagelist',
  access: ['dealer'],
  summary: 'Ship-to parties, a page at a time.',
  input: PageQuery(['ship_to_code', 'ship_to_name', 'created_at', 'updated_at'], {
    ...keptFilters,
    dealer_id: Type.Optional(Id()),
  }),
  output: PageOf(ShipTo),
});
export const shipToAdd = defineCall({
  method: 'POST',
  path: '/api/org/dealers/addSendArrave',
  access: ['dealer:update'],
  summary: 'Add a ship-to party to a dealer.',
  input: Input({ dealer_id: Id(), ...shipToFields }),
  output: IdOutput(),
});
export const shipToUpdate = defineCall({
  method: 'POST',
  path: '/api/org/dealers/modify',
  access: ['dealer:update'],
  summary: 'Change a ship-to party of a dealer. It stays with its dealer.',
  input: Input({ id: Id(), ...shipToFields, updated_at: Type.Optional(Moment()) }),
  output: IdOutput(),
});
export const shipToDelete = defineCall({
  method: 'POST',
  path: '/api/org/sendarrival/delete',
  access: ['dealer:update'],
  summary: 'Delete a ship-to party that nothing refers to.',
  input: IdInput(),
  output: Type.Null(),
});
export const shipToExport = exportOf(shipToPage, ['dealer:export']);
export const shipToImport = {
  ...importOf(shipToAdd, ['dealer:import']),
  path: '/api/org/sendarrival/import',
} as const;
