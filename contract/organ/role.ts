import Type from 'typebox';
import { Status } from '../base/partner-fields.ts';
import { defineCall } from '../call/call.ts';
import { Id, Input, Moment, Nullable, RequiredText, Text } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineList, defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted, moments, readOnly, required } from '../thing/thing-fields.ts';
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
    permissions: defaulted(Permissions(), { withoutColumn: true, row: Type.Integer() }),
    /** The number of accounts with this role, directly assigned. */
    holders: readOnly(Type.Integer()),
    /** The number of positions that grant it. */
    positions: readOnly(Type.Integer()),
    /** Whether accounts with this role must use two-step sign-in. */
    two_step_required: defaulted(Type.Boolean()),
    ...moments,
  },
  chosenOn: ['todorule'],
  calls: { page: { path: '/api/org/roles/list' }, update: { restoresAccess: true } },
  without: ['import'],
  summaries: {
    page: 'List roles (paged).',
    add: 'Add a role. Callers can grant only permissions they have; only an administrator can grant all.',
    update: 'Change a role, with effect from the next request of everyone who has it. Omitted fields keep their value.',
    delete: 'Delete a role that no account or position has.',
  },
});
export type Role = RowOf<typeof role>;

export const roleHolder = defineList({
  key: 'rolemanage',
  table: 'account',
  path: '/api/org/roles',
  fields: {
    account_name: readOnly(Type.String(), { sort: true, ...names('account', 'id') }),
    name: readOnly(Type.String()),
    status: readOnly(Status()),
    /** Whether the role is assigned to the account directly. */
    direct: readOnly(Type.Boolean()),
    /** The position that grants the role. */
    position_id: readOnly(Nullable(Id()), { exported: false }),
    position_name: readOnly(Nullable(Type.String()), names('position', 'position_id')),
  },
  filters: { role_id: Id() },
  calls: { page: { path: '/api/org/roles/holders' } },
  without: ['export'],
  summaries: { page: 'List the accounts that have a role, directly or through their position.' },
});
export type RoleHolder = RowOf<typeof roleHolder>;

export const allRolesTree = defineCall({
  method: 'POST',
  path: '/api/org/menutree/allrolestree',
  effect: 'none',
  access: ['rolemanage'],
  summary: 'Get all menus and buttons as a tree, with the permissions of a role and those that the caller can grant.',
  input: Input({ role_id: Type.Optional(Id()) }),
  output: MenuTree,
});

export const saveTree = defineCall({
  method: 'POST',
  path: '/api/org/menutree/savetree',
  access: ['rolemanage:update'],
  restoresAccess: true,
  summary: 'Set the menus and buttons of a role. Groups need not be given: they follow from the menus below them.',
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
