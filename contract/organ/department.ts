import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, Input, NoInput, Nullable, RequiredText, TreeOf } from '../thing/fields.ts';
import { Identifier, IdentifierOrNone } from '../thing/identifiers.ts';
import { names } from '../thing/referred.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted, moments, optional, readOnly, required } from '../thing/thing-fields.ts';

/** The tree of departments of the enterprise. */

export const department = defineThing({
  key: 'tree',
  table: 'department',
  parties: 'nothing',
  code: 'depart_code',
  path: '/api/org/enterprisedepart',
  fields: {
    depart_code: required(Identifier(64), { sort: true }),
    depart_name: required(RequiredText(128), { sort: true }),
    /** The parent department; none at the top level. */
    parent_id: optional(Id(), { filter: true, exported: false }),
    parent_code: readOnly(Nullable(Type.String()), names('department', 'parent_id')),
    parent_name: readOnly(Nullable(Type.String()), names('department', 'parent_id')),
    leader_id: optional(Id(), { exported: false }),
    leader_account: readOnly(Nullable(Type.String()), names('account', 'leader_id')),
    leader_name: readOnly(Nullable(Type.String()), names('account', 'leader_id')),
    /** The position among its siblings, from 0; following siblings move by one. By default, the last. */
    sort: defaulted(Type.Integer({ minimum: 0, maximum: 100_000 }), { sort: true }),
    /** The number of people of this department, without those below it. */
    people: readOnly(Type.Integer()),
    ...moments,
  },
  chosenOn: ['departmentjob', 'stafflist'],
  calls: { page: { path: '/api/org/enterprisedepart/list' } },
  summaries: {
    page: 'List departments (paged). `keyword` matches any part of code or name.',
    add: 'Add a department. Its code is unique, ignoring case.',
    update:
      'Change or move a department. Omitted fields keep their value. If `updated_at` is sent and outdated, the call is ' +
      'refused (409).',
    delete: 'Delete an empty department.',
  },
});
export type Department = RowOf<typeof department>;

/** The maximum depth of the tree. */
export const departmentLevels = 10;

/** `people_below`: the number of people of the department and all departments below it. */
export const DepartmentNode = TreeOf({ ...department.Row.properties, people_below: Type.Integer() }, departmentLevels);
export type DepartmentNode = Type.Static<typeof DepartmentNode>;
export const DepartmentChoice = TreeOf(
  { id: Id(), depart_code: Type.String(), depart_name: Type.String() },
  departmentLevels,
);
export type DepartmentChoice = Type.Static<typeof DepartmentChoice>;

export const departmentListTree = defineCall({
  method: 'GET',
  path: '/api/org/enterprisedepart/listtree',
  access: ['tree', 'departmentjob', 'stafflist'],
  summary: 'Get the departments as a tree (`listSubWareHouses`), with their leaders and numbers of people.',
  input: NoInput(),
  output: Type.Array(DepartmentNode),
});
export const departmentTree = defineCall({
  method: 'GET',
  path: '/api/org/enterprisedepart/tree',
  access: 'signed-in',
  summary:
    'Get the departments as a tree of codes and names to choose from, or the tree below `depart_code`. Empty for ' +
    'accounts of factories and dealers.',
  input: Input({ depart_code: Type.Optional(IdentifierOrNone(64)) }),
  output: Type.Array(DepartmentChoice),
});
