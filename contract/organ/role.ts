import Type from 'typebox';
import { Status } from '../base/partner-fields.ts';
import { defineCall } from '../call/call.ts';
import { Id, Input, Moment, Nullable, RequiredText, Text } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineList, defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted, moments, required, told } from '../thing/thing-fields.ts';
import { MenuTree } from './menu-setting.ts';

/** Menu keys and button codes. */
const Permissions = () => Type.Array(RequiredText(96), { maxItems: 2000 });

export const role = defineThing({
  key: 'rolemanage',
  table: 'role',
  parties: 'read',
  code: 'role_name',
  path: '/api/org/roles',
  fields: {
    role_name: required(RequiredText(64), { sort: true }),
    description: defaulted(Text(256)),
    /** Menu keys and button codes; a row has their number. */
    permissions: defaulted(Permissions(), { part: true, row: Type.Integer() }),
    /** The number of accounts with this role, directly assigned. */
    holders: told(Type.Integer()),
    /** The number of positions that grant it. */
    positions: told(Type.Integer()),
    /** Whether accounts with this role must use two-step sign-in. */
    two_step_required: defaulted(Type.Boolean()),
    ...moments,
  },
  calls: { page: { path: '/api/org/roles/list' }, update: { restoresAccess: true } },
  without: ['import'],
  says: {
    page: 'Roles, a page at a time.',
    add: 'Add a role. One gives the permissions one has; only an administrator can give all.',
    update: 'Change a role; it holds at the next request of everyone who has it. What is left out stays.',
    delete: 'Delete a role that no account has and no position brings.',
  },
});
export type Role = RowOf<typeof role>;

export const roleHolder = defineList({
  key: 'rolemanage',
  table: 'account',
  path: '/api/org/roles',
  fields: {
    account_name: told(Type.String(), { sort: true, ...names('account', 'id') }),
    name: told(Type.String()),
    status: told(Status()),
    /** Whether the role is assigned to the account directly. */
    direct: told(Type.Boolean()),
    /** The position that grants the role. */
    position_id: told(Nullable(Id()), { exported: false }),
    position_name: told(Nullable(Type.String()), names('position', 'position_id')),
  },
  filters: { role_id: Id() },
  calls: { page: { path: '/api/org/roles/holders' } },
  without: ['export'],
  says: { page: 'The accounts that have a role, themselves or through their position.' },
});
export type RoleHolder = RowOf<typeof roleHolder>;

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
