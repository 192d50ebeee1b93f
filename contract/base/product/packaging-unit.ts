import Type from 'typebox';
import { OneOfNumbers, RequiredText } from '../../thing/fields.ts';
import { Identifier } from '../../thing/identifiers.ts';
import { inOtherLanguages, ofColumn } from '../../thing/in-languages.ts';
import { defineThing, type RowOf } from '../../thing/thing.ts';
import { defaulted, moments, readOnly, required } from '../../thing/thing-fields.ts';
import { Status } from '../partner-fields.ts';

/** Level 1 is the unit that is sold singly; a unit contains units of lower levels. */
export const packagingLevels = [1, 2, 3, 4, 5] as const;

export const packagingUnit = defineThing({
  key: 'productunit',
  table: 'packaging_unit',
  parties: 'read',
  code: 'unit_code',
  path: '/api/base/packagingunits',
  fields: {
    unit_code: required(Identifier(64), { sort: true }),
    level: required(OneOfNumbers(packagingLevels), { sort: true, filter: true, row: Type.Integer() }),
    symbol_zh: required(RequiredText(32), { sort: true, ...ofColumn('symbol', 'zh') }),
    ...inOtherLanguages('symbol', 32),
    /** The symbol in the caller's language. */
    symbol: readOnly(Type.String(), { exported: false }),
    status: defaulted(Status(), { sort: true, filter: true }),
    ...moments,
  },
  chosenOn: ['hierarchy', 'productlist', 'productaddedit'],
  summaries: {
    page: 'List packaging units (paged).',
    add: 'Add a packaging unit, with its level and its symbol in each language.',
    update: 'Change a packaging unit. The level of a unit used in a packaging relation cannot change.',
    delete: 'Delete a packaging unit that is not in use.',
  },
});
export type PackagingUnit = RowOf<typeof packagingUnit>;
