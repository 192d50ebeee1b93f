import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { Id, IdInput, Input, RequiredText } from '../../thing/fields.ts';
import { Identifier } from '../../thing/identifiers.ts';
import { defineThing, type RowOf } from '../../thing/thing.ts';
import { defaulted, moments, readOnly, required } from '../../thing/thing-fields.ts';
import { Status } from '../partner-fields.ts';
import { packagingLevels } from './packaging-unit.ts';

export const HierarchyLevel = Type.Object({
  unit_id: Id(),
  unit_code: Type.String(),
  /** The unit in the caller's language. */
  symbol: Type.String(),
  quantity: Type.Integer(),
  /** The number of smallest units that one unit of this level holds in total. */
  total: Type.Integer(),
});
export type HierarchyLevel = Type.Static<typeof HierarchyLevel>;

export const GivenLevel = Input({ unit_id: Id(), quantity: Type.Integer({ minimum: 1, maximum: 100_000 }) });
export const nestings = ['next_level', 'any_level'] as const;
export type Nesting = (typeof nestings)[number];

/** From the smallest unit, whose quantity is 1, outwards: each level holds `quantity` units of the level before it. */
const GivenLevels = () =>
  Type.Array(GivenLevel, {
    minItems: 1,
    maxItems: packagingLevels.length,
  });

export const hierarchy = defineThing({
  key: 'hierarchy',
  table: 'hierarchy',
  parties: 'read',
  code: 'hierarchy_code',
  path: '/api/base/hierarchies',
  fields: {
    hierarchy_code: required(Identifier(64), { sort: true }),
    hierarchy_name: required(RequiredText(128), { sort: true }),
    /** All levels in one line, outermost first: 1 pallet = 40 cases = 240 bottles. */
    ratio: readOnly(Type.String()),
    /** The same line with the codes of the units. */
    ratio_codes: readOnly(Type.String()),
    levels: required(GivenLevels(), { withoutColumn: true, exported: false, row: Type.Array(HierarchyLevel) }),
    /** What packages may hold directly: only what is of the level below, or anything smaller. */
    nesting: defaulted(Type.Enum([...nestings]), { filter: true }),
    /** The version in effect. */
    version: readOnly(Type.Integer()),
    /** The number of products that use it. */
    products: readOnly(Type.Integer()),
    status: defaulted(Status(), { sort: true, filter: true }),
    ...moments,
  },
  chosenOn: ['productlist', 'productaddedit', 'orderlist'],
  answer: { version: Type.Integer() },
  summaries: {
    page: 'List packaging relations in their current version (paged).',
    add: 'Add a packaging relation: how many of one unit another unit holds. Each unit appears once, in the order of levels.',
    update:
      'Change a packaging relation. Changing the levels of one that is in use creates a new version and keeps the old ' +
      'one.',
    delete: 'Delete a packaging relation that no product uses.',
  },
});
export type Hierarchy = RowOf<typeof hierarchy>;

export const hierarchyVersions = defineCall({
  method: 'GET',
  path: '/api/base/hierarchies/versions',
  access: ['hierarchy'],
  summary: 'List every version of a packaging relation, newest first.',
  input: IdInput(),
  output: Type.Array(
    Type.Object({ version: Type.Integer(), created_at: Type.String(), levels: Type.Array(HierarchyLevel) }),
  ),
});
