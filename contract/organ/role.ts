import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, IdInput, IdOutput, Input, Moment, PageOf, PageQuery, RequiredText, Text } from '../thing/fields.ts';
import { exportOf } from '../thing/list.ts';
import { MenuTree } from './menu-setting.ts';

export const Role = Type.Object({
  id: Id(),
  role_name: Type.String(),
  description: Type.String(),
  /** Who has the role signs in with a second step. */
  two_step_required: Type.Boolean(),
  /** How many menus and buttons it holds. */
  permissions: Type.Integer(),
  /** How many accounts have it themselves. */
  holders: Type.Integer(),
  /** How many positions bring it. */
  positions: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type Role = Type.Static<typeof Role>;

export const roleSortColumns = ['role_name', 'created_at', 'updated_at'] as const;

export const roleList = defineCall({
  method: 'GET',
  path: '/api/org/roles/list',
  access: ['rolemanage'],
  summary: 'Roles, a page at a time.',
  input: PageQuery(roleSortColumns, { keyword: Type.Optional(Text(64)) }),
  output: PageOf(Role),
});
export const roleExport = exportOf(roleList, ['rolemanage:export']);

/** Menu keys and button codes. */
const Permissions = () => Type.Array(RequiredText(96), { maxItems: 2000 });

const roleFields = {
  role_name: RequiredText(64),
  description: Type.Optional(Text(256)),
  two_step_required: Type.Optional(Type.Boolean()),
  permissions: Type.Optional(Permissions()),
};

export const roleAdd = defineCall({
  method: 'POST',
  path: '/api/org/roles/add',
  access: ['rolemanage:add'],
  summary: 'Add a role. One gives the permissions one has; only an administrator can give all.',
  input: Input(roleFields),
  output: IdOutput(),
});

export const roleUpdate = defineCall({
  method: 'POST',
  path: '/api/org/roles/update',
  access: ['rolemanage:update'],
  restoresAccess: true,
  summary: 'Change a role; it holds at the next request of everyone who has it. What is left out stays.',
  input: Input({
    id: Id(),
    ...roleFields,
    role_name: Type.Optional(roleFields.role_name),
    updated_at: Type.Optional(Moment()),
  }),
  output: IdOutput(),
});

export const roleDelete = defineCall({
  method: 'POST',
  path: '/api/org/roles/delete',
  access: ['rolemanage:delete'],
  summary: 'Delete a role that no account has and no position brings.',
  input: IdInput(),
  output: Type.Null(),
});

export const RoleHolder = Type.Object({
  id: Id(),
  account_name: Type.String(),
  name: Type.String(),
  status: Type.Enum(['enabled', 'disabled']),
  /** Given to the account itself. */
  direct: Type.Boolean(),
  /** The position that brings it. */
  position_name: Type.Union([Type.String(), Type.Null()]),
});
export type RoleHolder = Type.Static<typeof RoleHolder>;

export const roleHolders = defineCall({
  method: 'GET',
  path: '/api/org/roles/holders',
  access: ['rolemanage'],
  summary: 'The accounts that have a role, themselves or through their position.',
  input: PageQuery(['account_name'], { role_id: Id() }),
  output: PageOf(RoleHolder),
});

export const allRolesTree = defineCall({
  method: 'POST',
  path: '/api/org/menutree/allrolestree',
  effect: 'none',
  access: ['rolemanage'],
  summary: 'Every menu and button there is, as a tree, with what a role has of it and what the caller may give.',
  input: Input({ role_id: Type.Optional(Id()) }),
  output: MenuTree,
});

export const saveTree = defineCall({
  method: 'POST',
  path: '/api/org/menutree/savetree',
  access: ['rolemanage:update'],
  restoresAccess: true,
  summary: 'Give a role exactly the selected menus and buttons. Groups need not be named: they follow what is below.',
  input: Input({
    role_id: Id(),
    menus: Type.Array(
      Input({
        menu_key: RequiredText(64),
        selected: Type.Boolean(),
        listMenuButtons: Type.Optional(
          Type.Array(Input({ menu_button_code: RequiredText(96), selected: Type.Boolean() }), { maxItems: 100 }),
        ),
      }),
      { maxItems: 500 },
    ),
    updated_at: Type.Optional(Moment()),
  }),
  output: Type.Null(),
});
