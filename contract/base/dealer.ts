import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { WithWarnings } from '../call/warnings.ts';
import { Id, IdInput, Input, Nullable, OneOfNumbers, RequiredText, Text } from '../thing/fields.ts';
import { Identifier } from '../thing/identifiers.ts';
import { names } from '../thing/referred.ts';
import { LicenceNo } from '../thing/text-formats.ts';
import { defineList, defineThing, keyword, type RowOf } from '../thing/thing.ts';
import { moments, optional, readOnly, required } from '../thing/thing-fields.ts';
import { AreaCode } from './area.ts';
import { keptFilters, languageField, partyGlnField, reachableFields, Status, statusField } from './partner-fields.ts';
import { shipTo } from './ship-to.ts';

/** The depth in the sales channel: level 1 buys from the enterprise, level 2 from a dealer of level 1, and so on. */
const DealerLevel = () => OneOfNumbers([1, 2, 3, 4]);

/** The maximum number of areas (provinces, cities, counties) in the sales territory of a dealer. */
const maxAreas = 1000;

const ReadOnlyText = () => readOnly(Nullable(Type.String()));

export const dealer = defineThing({
  key: 'dealer',
  table: 'dealer',
  code: 'dealer_code',
  upsert: true,
  path: '/api/base/dealers',
  fields: {
    dealer_code: required(Identifier(64), { sort: true }),
    dealer_name: required(RequiredText(128), { sort: true }),
    dealer_level: required(DealerLevel(), { sort: true, filter: true }),
    ...statusField,
    /** The dealer that this one buys from. */
    parent_id: optional(Id(), { filter: true, exported: false }),
    parent_code: ReadOnlyText(),
    parent_name: readOnly(Nullable(Type.String()), names('dealer', 'parent_id')),
    /** The sales territory. An area inside another one of the list is left out. */
    areas: optional(Type.Array(AreaCode(), { maxItems: maxAreas }), {
      withoutColumn: true,
      exported: false,
      row: Type.Array(Type.String()),
    }),
    /** The sales territory in words. */
    area_of_sale: ReadOnlyText(),
    /** The account of the person of the enterprise who sees to the dealer. */
    manager_id: optional(Id(), { filter: true, exported: false }),
    manager_account: ReadOnlyText(),
    manager_name: readOnly(Nullable(Type.String()), names('account', 'manager_id')),
    /** Goods are sold to the dealer only with so many days left; a product may ask for more. */
    min_remaining_days: optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
    ...reachableFields,
    ...languageField,
    licence_no: optional(LicenceNo()),
    ...partyGlnField,
    remark: optional(Text(512)),
    ...moments,
  },
  filters: { sells_in: Type.Optional(AreaCode()) },
  chosenOn: ['store'],
  answer: WithWarnings({}).properties,
  calls: {
    update: { path: '/api/org/dealers/update' },
    delete: { method: 'GET', path: '/api/org/dealers/delete' },
  },
  summaries: {
    page: 'List dealers (paged). `sells_in` finds dealers whose sales territory includes an area or part of it.',
    add: 'Add a dealer. A sales territory that another dealer of the same level also has returns a warning.',
    update:
      'Change a dealer. People of the dealer can only change its contact data. If `updated_at` is sent and outdated, ' +
      'the call is refused (409).',
    delete: 'Delete a dealer that is not in use.',
  },
});
export type Dealer = RowOf<typeof dealer>;

export const dealerList = defineCall({
  method: 'GET',
  path: '/api/org/dealers/list',
  access: 'signed-in',
  summary: 'List dealers to choose from, by code; at most 500.',
  input: Input({
    ...keptFilters,
    dealer_level: Type.Optional(DealerLevel()),
    /** This record is included in any case, and comes first. */
    id: Type.Optional(Id()),
  }),
  output: Type.Array(
    Type.Object({
      id: Id(),
      dealer_code: Type.String(),
      dealer_name: Type.String(),
      dealer_level: DealerLevel(),
      status: Status(),
    }),
  ),
});
export const dealerInfo = defineCall({
  method: 'GET',
  path: '/api/org/dealers/dealerinfo',
  access: ['dealer'],
  summary: 'Get a dealer with its ship-to parties.',
  input: IdInput(),
  output: Type.Object({ ...dealer.Row.properties, ship_to: Type.Array(shipTo.Row) }),
});

/** Accounts that can see to a dealer. */
export const dealerManager = defineList({
  key: 'dealer',
  table: 'account',
  parties: 'nothing',
  path: '/api/base/dealers',
  fields: { account_name: readOnly(Type.String()), name: readOnly(Type.String(), { sort: true }) },
  filters: keyword,
  calls: { page: { path: '/api/base/dealers/managers' } },
  without: ['export'],
  summaries: { page: 'List people of the enterprise who can be the manager of a dealer (paged).' },
});
