import Type from 'typebox';
import { defineCall } from '../call.ts';
import {
  Id,
  IdInput,
  Input,
  Moment,
  Nullable,
  OneOfNumbers,
  PageOf,
  PageQuery,
  RequiredText,
  Text,
} from '../fields.ts';
import { exportOf, importOf } from '../list.ts';
import { WithWarnings } from '../warnings.ts';
import { AreaCode } from './area.ts';
import { keptFilters, keptRow, reachFields, reachRow, Status } from './partner-fields.ts';
import { ShipTo } from './ship-to.ts';

/** 1 buys from the enterprise, 2 from a dealer of level 1, and so on. */
export const dealerLevels = [1, 2, 3, 4] as const;

/** Provinces, cities and counties in which one dealer may sell. */
const mostAreas = 1000;

const dealerFields = {
  dealer_code: RequiredText(64),
  dealer_name: RequiredText(128),
  dealer_level: OneOfNumbers(dealerLevels),
  /** The dealer that this one buys from. */
  parent_id: Type.Optional(Nullable(Id())),
  /** The area of sale; what lies in another area of it is left out. */
  areas: Type.Optional(Nullable(Type.Array(AreaCode(), { maxItems: mostAreas }))),
  ...reachFields(),
  licence_no: Type.Optional(Nullable(Text(64))),
  remark: Type.Optional(Nullable(Text(512))),
  status: Type.Optional(Status()),
};

const dealerRow = {
  ...keptRow,
  dealer_code: Type.String(),
  dealer_name: Type.String(),
  dealer_level: OneOfNumbers(dealerLevels),
  parent_id: Nullable(Id()),
  parent_code: Nullable(Type.String()),
  parent_name: Nullable(Type.String()),
  areas: Type.Array(Type.String()),
  /** The area of sale in words. */
  area_of_sale: Nullable(Type.String()),
  ...reachRow,
  licence_no: Nullable(Type.String()),
  remark: Nullable(Type.String()),
};
export const Dealer = Type.Object(dealerRow);
export type Dealer = Type.Static<typeof Dealer>;

export const dealerPage = defineCall({
  method: 'GET',
  path: '/api/base/dealers/pagelist',
  access: ['dealer', 'store'],
  summary: 'Dealers, a page at a time. `sells_in` finds those who may sell there, or in a part of it.',
  input: PageQuery(['dealer_code', 'dealer_name', 'dealer_level', 'created_at', 'updated_at'], {
    ...keptFilters,
    dealer_level: Type.Optional(OneOfNumbers(dealerLevels)),
    parent_id: Type.Optional(Id()),
    sells_in: Type.Optional(AreaCode()),
  }),
  output: PageOf(Dealer),
});
export const dealerAdd = defineCall({
  method: 'POST',
  path: '/api/base/dealers/add',
  access: ['dealer:add'],
  summary: 'Add a dealer. An area of sale that another dealer of the same level has, too, is told as a warning.',
  input: Input(dealerFields),
  output: WithWarnings({ id: Id() }),
});
export const dealerUpdate = defineCall({
  method: 'POST',
  path: '/api/org/dealers/update',
  access: ['dealer:update'],
  summary:
    'Change a dealer. Its own people change only how to reach it. With `updated_at` as it was read, a change made ' +
    'meanwhile refuses it (409).',
  input: Input({ id: Id(), ...dealerFields, updated_at: Type.Optional(Moment()) }),
  output: WithWarnings({ id: Id() }),
});
export const dealerDelete = defineCall({
  method: 'GET',
  path: '/api/org/dealers/delete',
  access: ['dealer:delete'],
  effect: 'change',
  summary: 'Delete a dealer that nothing refers to.',
  input: IdInput(),
  output: Type.Null(),
});
export const dealerExport = exportOf(dealerPage, ['dealer:export']);
export const dealerImport = importOf(dealerAdd, ['dealer:import']);

export const dealerList = defineCall({
  method: 'GET',
  path: '/api/org/dealers/list',
  access: 'signed-in',
  summary: 'Dealers to choose from, by code; at most 500.',
  input: Input({
    ...keptFilters,
    dealer_level: Type.Optional(OneOfNumbers(dealerLevels)),
    /** One that is wanted in any case: it comes first. */
    id: Type.Optional(Id()),
  }),
  output: Type.Array(
    Type.Object({
      id: Id(),
      dealer_code: Type.String(),
      dealer_name: Type.String(),
      dealer_level: OneOfNumbers(dealerLevels),
      status: Status(),
    }),
  ),
});
export const dealerInfo = defineCall({
  method: 'GET',
  path: '/api/org/dealers/dealerinfo',
  access: ['dealer'],
  summary: 'A dealer with its ship-to parties.',
  input: IdInput(),
  output: Type.Object({ ...dealerRow, ship_to: Type.Array(ShipTo) }),
});
