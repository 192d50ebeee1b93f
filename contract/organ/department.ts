import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import {
  Id,
  IdInput,
  IdOutput,
  Input,
  Moment,
  NoInput,
  Nullable,
  PageOf,
  PageQuery,
  RequiredText,
  Text,
} from '../thing/fields.ts';
import { TreeOf } from '../thing/tree.ts';

/** The enterprise's departments. A department's row also tells how many people it has. */

const departmentRow = {
  id: Id(),
  depart_code: Type.String(),
  depart_name: Type.String(),
  parent_id: Nullable(Id()),
  leader_id: Nullable(Id()),
  leader_name: Nullable(Type.String()),
  /** Place among the departments of the same parent, from 0. */
  sort: Type.Integer(),
  /** People in the department itself. */
  people: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
};
export const Department = Type.Object(departmentRow);
export type Department = Type.Static<typeof Department>;

/** Levels of departments. */
export const departmentLevels = 10;

/** `people_below`: its people and those of all departments below it. */
export const DepartmentNode = TreeOf({ ...departmentRow, people_below: Type.Integer() }, departmentLevels);
export type DepartmentNode = Type.Static<typeof DepartmentNode>;
export const DepartmentChoice = TreeOf(
  { id: Id(), depart_code: Type.String(), depart_name: Type.String() },
  departmentLevels,
);
export type DepartmentChoice = Type.Static<typeof DepartmentChoice>;

const named = { depart_code: RequiredText(64), depart_name: RequiredText(128) };
const placed = {
  /** The department above; none for one at the top. */
  parent_id: Type.Optional(Nullable(Id())),
  leader_id: Type.Optional(Nullable(Id())),
  /** Its place among its siblings, from 0; they make room. The last one when left out. */
  sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
};

export const departmentListTree = defineCall({
  method: 'GET',
  path: '/api/org/enterprisedepart/listtree',
  access: ['tree', 'departmentjob', 'stafflist'],
  summary: 'The departments as a tree (`listSubWareHouses`), with their leaders and counts of people.',
  input: NoInput(),
  output: Type.Array(DepartmentNode),
});
export const departmentTree = defineCall({
  method: 'GET',
  path: '/api/org/enterprisedepart/tree',
  access: 'signed-in',
  summary: 'The departments as a tree of codes and names, to choose from. Empty for accounts of factories and dealers.',
  input: NoInput(),
  output: Type.Array(DepartmentChoice),
});
export const departmentList = defineCall({
  method: 'GET',
  path: '/api/org/enterprisedepart/list',
  access: ['tree', 'departmentjob', 'stafflist'],
  summary: 'Departments, a page at a time.',
  input: PageQuery(['depart_code', 'depart_name', 'sort', 'created_at', 'updated_at'], {
    /** Finds by any part of code or name. */
    keyword: Type.Optional(Text(64)),
    parent_id: Type.Optional(Id()),
  }),
  output: PageOf(Department),
});
export const departmentAdd = defineCall({
  method: 'POST',
  path: '/api/org/enterprisedepart/add',
  access: ['tree:add'],
  summary: 'Add a department. Its code is unique without regard to case.',
  input: Input({ ...named, ...placed }),
  output: IdOutput(),
});
export const departmentUpdate = defineCall({
  method: 'POST',
  path: '/api/org/enterprisedepart/update',
  access: ['tree:update'],
  summary:
    'Change or move a department; what is left out stays. With `updated_at` as it was read, a change made meanwhile refuses it (409).',
  input: Input({
    id: Id(),
    depart_code: Type.Optional(named.depart_code),
    depart_name: Type.Optional(named.depart_name),
    ...placed,
    updated_at: Type.Optional(Moment()),
  }),
  output: IdOutput(),
});
export const departmentDelete = defineCall({
  method: 'POST',
  path: '/api/org/enterprisedepart/delete',
  access: ['tree:delete'],
  summary: 'Delete a department that nothing is in.',
  input: IdInput(),
  output: Type.Null(),
});
