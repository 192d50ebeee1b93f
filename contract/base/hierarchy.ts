import Type from 'typebox';
import { defineCall } from '../call.ts';
import { Id, IdInput, IdOutput, Input, Moment, PageOf, PageQuery, RequiredText, Text } from '../fields.ts';
import { exportOf, importOf } from '../list.ts';
import { highestPackagingLevel } from './packaging-unit.ts';

const Status = () => Type.Enum(['enabled', 'disabled']);

const hierarchyFields = {
  hierarchy_code: RequiredText(64),
  hierarchy_name: RequiredText(128),
  /** From the smallest unit, which counts 1, outwards: each holds so many of the one before it. */
  levels: Type.Array(Input({ unit_id: Id(), quantity: Type.Integer({ minimum: 1, maximum: 100_000 }) }), {
    minItems: 1,
    maxItems: highestPackagingLevel,
  }),
  status: Type.Optional(Status()),
};

export const HierarchyLevel = Type.Object({
  unit_id: Id(),
  unit_code: Type.String(),
  /** The unit in the caller's language. */
  symbol: Type.String(),
  quantity: Type.Integer(),
  /** How many of the smallest unit it holds in all. */
  total: Type.Integer(),
});
export type HierarchyLevel = Type.Static<typeof HierarchyLevel>;

export const Hierarchy = Type.Object({
  id: Id(),
  hierarchy_code: Type.String(),
  hierarchy_name: Type.String(),
  version: Type.Integer(),
  levels: Type.Array(HierarchyLevel),
  /** The levels in a line, outermost first: 1 pallet = 40 cases = 240 bottles. */
  ratio: Type.String(),
  /** The same with the codes of the units. */
  ratio_codes: Type.String(),
  /** Products that are packed so. */
  products: Type.Integer(),
  status: Status(),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type Hierarchy = Type.Static<typeof Hierarchy>;

export const hierarchyPage = defineCall({
  method: 'GET',
  path: '/api/base/hierarchies/pagelist',
  access: ['hierarchy', 'productlist'],
  summary: 'Packaging relations in their version in force, a page at a time.',
  input: PageQuery(['hierarchy_code', 'hierarchy_name', 'status', 'created_at', 'updated_at'], {
    keyword: Type.Optional(Text(64)),
    status: Type.Optional(Status()),
  }),
  output: PageOf(Hierarchy),
});
export const hierarchyVersions = defineCall({
  method: 'GET',
  path: '/api/base/hierarchies/versions',
  access: ['hierarchy'],
  summary: 'Every version of a packaging relation, the newest first.',
  input: IdInput(),
  output: Type.Array(
    Type.Object({ version: Type.Integer(), created_at: Type.String(), levels: Type.Array(HierarchyLevel) }),
  ),
});
export const hierarchyAdd = defineCall({
  method: 'POST',
  path: '/api/base/hierarchies/add',
  access: ['hierarchy:add'],
  summary:
    'Add a packaging relation: which unit holds how many of which. Units come once, in the order of their levels.',
  input: Input(hierarchyFields),
  output: IdOutput(),
});
export const hierarchyUpdate = defineCall({
  method: 'POST',
  path: '/api/base/hierarchies/update',
  access: ['hierarchy:update'],
  summary: 'Change a packaging relation. Other levels of one that products use make a new version; the old one stays.',
  input: Input({ id: Id(), ...hierarchyFields, updated_at: Type.Optional(Moment()) }),
  output: Type.Object({ id: Id(), version: Type.Integer() }),
});
export const hierarchyDelete = defineCall({
  method: 'POST',
  path: '/api/base/hierarchies/delete',
  access: ['hierarchy:delete'],
  summary: 'Delete a packaging relation that no product uses.',
  input: IdInput(),
  output: Type.Null(),
});
export const hierarchyExport = exportOf(hierarchyPage, ['hierarchy:export']);
export const hierarchyImport = importOf(hierarchyAdd, ['hierarchy:import']);
