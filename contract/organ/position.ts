import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import {
  Id,
  IdInput,
  IdOutput,
  Input,
  Moment,
  Nullable,
  PageOf,
  PageQuery,
  RequiredText,
  Text,
} from '../thing/fields.ts';

/** Positions of departments, and the roles that whoever holds one has. */

export const RoleName = Type.Object({ id: Id(), role_name: Type.String() });
export type RoleName = Type.Static<typeof RoleName>;

export const RoleIds = () => Type.Array(Id(), { maxItems: 100 });

export const Position = Type.Object({
  id: Id(),
  department_id: Id(),
  depart_name: Type.String(),
  position_name: Type.String(),
  description: Nullable(Type.String()),
  roles: Type.Array(RoleName),
  role_ids: Type.Array(Id()),
  /** How many hold it. */
  people: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type Position = Type.Static<typeof Position>;

const positionFields = {
  description: Type.Optional(Nullable(Text(500))),
  role_ids: Type.Optional(RoleIds()),
};

export const positionList = defineCall({
  method: 'POST',
  path: '/api/org/positions/list',
  effect: 'none',
  access: ['departmentjob', 'stafflist'],
  summary: 'Positions, a page at a time, with the roles they bring.',
  input: PageQuery(['position_name', 'depart_name', 'created_at', 'updated_at'], {
    /** Finds by any part of the position or its department. */
    keyword: Type.Optional(Text(64)),
    department_id: Type.Optional(Id()),
  }),
  output: PageOf(Position),
});
export const positionAdd = defineCall({
  method: 'POST',
  path: '/api/org/positions/add',
  access: ['departmentjob:add'],
  summary: 'Add a position to a department. Its name is unique there.',
  input: Input({ department_id: Id(), position_name: RequiredText(128), ...positionFields }),
  output: IdOutput(),
});
export const positionUpdate = defineCall({
  method: 'POST',
  path: '/api/org/positions/update',
  access: ['departmentjob:update'],
  summary: 'Change a position; what is left out stays. It stays in its department.',
  input: Input({
    id: Id(),
    position_name: Type.Optional(RequiredText(128)),
    ...positionFields,
    updated_at: Type.Optional(Moment()),
  }),
  output: IdOutput(),
});
export const positionDelete = defineCall({
  method: 'POST',
  path: '/api/org/positions/delete',
  access: ['departmentjob:delete'],
  summary: 'Delete a position that nobody holds.',
  input: IdInput(),
  output: Type.Null(),
});

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
  summary: 'Which positions bring which roles: of a position, of a role, or all, a page at a time.',
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
  summary: 'Let a position bring a role, beside those it brings.',
  input: Input({ position_id: Id(), role_id: Id() }),
  output: Type.Null(),
});
export const positionRoleUpdate = defineCall({
  method: 'POST',
  path: '/api/org/positionrole/update',
  access: ['departmentjob:update'],
  summary: 'Set the roles that a position brings.',
  input: Input({ position_id: Id(), role_ids: RoleIds() }),
  output: Type.Null(),
});
export const positionRoleDelete = defineCall({
  method: 'POST',
  path: '/api/org/positionrole/delete',
  access: ['departmentjob:update'],
  summary: 'Let a position no longer bring a role.',
  input: Input({ position_id: Id(), role_id: Id() }),
  output: Type.Null(),
});
