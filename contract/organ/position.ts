import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, Input, PageOf, PageQuery, RequiredText, Text } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted, moments, optional, readOnly, required } from '../thing/thing-fields.ts';

/** Positions of departments, with the roles that they grant. */

export const RoleName = Type.Object({ id: Id(), role_name: Type.String() });
export type RoleName = Type.Static<typeof RoleName>;

/** The maximum number of roles of a position, and of roles assigned to an account directly. */
export const maxRoles = 100;
export const RoleIds = () => Type.Array(Id(), { maxItems: maxRoles });

export const position = defineThing({
  key: 'departmentjob',
  table: 'position',
  parties: 'nothing',
  code: 'position_name',
  path: '/api/org/positions',
  fields: {
    department_id: required(Id(), { fixed: true, filter: true, exported: false }),
    depart_code: readOnly(Type.String(), names('department', 'department_id')),
    depart_name: readOnly(Type.String(), { sort: true, ...names('department', 'department_id') }),
    position_name: required(RequiredText(128), { sort: true }),
    roles: readOnly(Type.Array(RoleName), { exported: false }),
    role_ids: defaulted(RoleIds(), { withoutColumn: true, exported: false }),
    /** Their names, separated by commas. */
    role_names: readOnly(Type.String()),
    /** The number of people in this position. */
    people: readOnly(Type.Integer()),
    description: optional(Text(500)),
    ...moments,
  },
  chosenOn: ['stafflist'],
  calls: { page: { method: 'POST', path: '/api/org/positions/list' } },
  summaries: {
    page: 'List positions with their roles (paged). `keyword` matches any part of position or department.',
    add: 'Add a position to a department. Its name is unique in the department.',
    update: 'Change a position. Omitted fields keep their value. It cannot move to another department.',
    delete: 'Delete a position that nobody holds.',
  },
});
export type Position = RowOf<typeof position>;

export const PositionRole = Type.Object({
  position_id: Id(),
  position_name: Type.String(),
  department_id: Id(),
  depart_name: Type.String(),
  role_id: Id(),
  role_name: Type.String(),
});
export type PositionRole = Type.Static<typeof PositionRole>;

export const positionRoleList = defineCall({
  method: 'POST',
  path: '/api/org/positionrole/list',
  effect: 'none',
  access: ['departmentjob', 'rolemanage'],
  summary: 'List the roles of positions: of one position, of one role, or all (paged).',
  input: PageQuery(['position_name', 'role_name'], {
    position_id: Type.Optional(Id()),
    role_id: Type.Optional(Id()),
  }),
  output: PageOf(PositionRole),
});
export const positionRoleAdd = defineCall({
  method: 'POST',
  path: '/api/org/positionrole/add',
  access: ['departmentjob:update'],
  summary: 'Add a role to a position.',
  input: Input({ position_id: Id(), role_id: Id() }),
  output: Type.Null(),
});
export const positionRoleUpdate = defineCall({
  method: 'POST',
  path: '/api/org/positionrole/update',
  access: ['departmentjob:update'],
  summary: 'Set the roles of a position.',
  input: Input({ position_id: Id(), role_ids: RoleIds() }),
  output: Type.Null(),
});
export const positionRoleDelete = defineCall({
  method: 'POST',
  path: '/api/org/positionrole/delete',
  access: ['departmentjob:update'],
  summary: 'Remove a role from a position.',
  input: Input({ position_id: Id(), role_id: Id() }),
  output: Type.Null(),
});
