import Type from 'typebox';
import { accountTypes } from '../access/account-type.ts';
import { defineCall } from '../call/call.ts';
import {
  Choices,
  Id,
  IdInput,
  Input,
  Moment,
  NoInput,
  Nullable,
  OneOfNumbers,
  PageOf,
  PageQuery,
  RequiredText,
  Text,
} from '../thing/fields.ts';
import { addingImportOf, exportOf } from '../thing/list.ts';
import { RoleIds, RoleName } from './position.ts';

/** Employees: the accounts that sign in, of the enterprise and of its factories and dealers. */

export const accountStatuses = ['enabled', 'disabled'] as const;

export const Employee = Type.Object({
  id: Id(),
  account_name: Type.String(),
  name: Type.String(),
  account_type: Type.Integer(),
  factory_id: Nullable(Id()),
  dealer_id: Nullable(Id()),
  /** The factory or dealer whose person this is. */
  party_name: Nullable(Type.String()),
  department_id: Nullable(Id()),
  depart_name: Nullable(Type.String()),
  position_id: Nullable(Id()),
  position_name: Nullable(Type.String()),
  /** Given directly; those of the position come on top. */
  roles: Type.Array(RoleName),
  role_ids: Type.Array(Id()),
  role_names: Type.String(),
  administrator: Type.Boolean(),
  phone: Nullable(Type.String()),
  email: Nullable(Type.String()),
  status: Type.Enum([...accountStatuses]),
  must_change_password: Type.Boolean(),
  /** Signs in with a second step. */
  two_step: Type.Boolean(),
  last_login_at: Nullable(Type.String()),
  last_login_ip: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type Employee = Type.Static<typeof Employee>;

/** Letters, digits and the characters that the specification's text field takes. */
export const accountNamePattern = '^[A-Za-z0-9_\\-~`.@#$^&*()+￥]+$';
export const phonePattern = '^[0-9+() -]*$';
export const emailPattern = '^([^\\s@<>"]+@[^\\s@<>"]+)?$';

const who = {
  account_name: RequiredText(64, { pattern: accountNamePattern }),
  name: RequiredText(64),
  /** 1 enterprise, 2 factory, 3 dealer. It stays as it is; and so does the factory or dealer. */
  account_type: OneOfNumbers(accountTypes),
};
const reach = {
  phone: Type.Optional(Nullable(Text(32, { pattern: phonePattern }))),
  email: Type.Optional(Nullable(Text(254, { pattern: emailPattern }))),
  status: Type.Optional(Type.Enum([...accountStatuses])),
};
const place = {
  department_id: Type.Optional(Nullable(Id())),
  position_id: Type.Optional(Nullable(Id())),
  role_ids: Type.Optional(RoleIds()),
  administrator: Type.Optional(Type.Boolean()),
};

export const employeeSortColumns = [
  'account_name',
  'name',
  'account_type',
  'status',
  'last_login_at',
  'created_at',
  'updated_at',
] as const;

export const employeePage = defineCall({
  method: 'GET',
  path: '/api/org/employees/pagelist',
  access: ['stafflist', 'tree', 'departmentjob'],
  summary: 'Employees, a page at a time. Accounts of a factory or dealer see its own people only.',
  input: PageQuery(employeeSortColumns, {
    /** Finds by any part of account, name, phone or email; Chinese names by their pinyin, too. */
    keyword: Type.Optional(Text(64)),
    account_name: Type.Optional(Text(64)),
    name: Type.Optional(Text(64)),
    account_type: Type.Optional(OneOfNumbers(accountTypes)),
    /** A department with all below it. */
    department_id: Type.Optional(Id()),
    position_id: Type.Optional(Id()),
    /** Who has the role, directly or through their position. */
    role_id: Type.Optional(Id()),
    factory_id: Type.Optional(Id()),
    dealer_id: Type.Optional(Id()),
    status: Type.Optional(Type.Enum([...accountStatuses])),
  }),
  output: PageOf(Employee),
});

const OneTimePassword = Type.Object({
  id: Id(),
  /** Shown this once; it has to be changed at the first sign-in. */
  one_time_password: Type.String(),
});

export const employeeAdd = defineCall({
  method: 'POST',
  path: '/api/org/employees/add',
  access: ['stafflist:add'],
  summary: 'Add an employee. Answers a one-time password, which has to be changed at the first sign-in.',
  input: Input({
    ...who,
    factory_id: Type.Optional(Nullable(Id())),
    dealer_id: Type.Optional(Nullable(Id())),
    ...place,
    ...reach,
  }),
  output: OneTimePassword,
});
export const employeeUpdate = defineCall({
  method: 'POST',
  path: '/api/org/employees/update',
  access: ['stafflist:update'],
  restoresAccess: true,
  summary:
    'Change an employee; what is left out stays. Disabling ends their sessions. With `updated_at` as it was read, a change made meanwhile refuses it (409).',
  input: Input({
    id: Id(),
    name: Type.Optional(RequiredText(64)),
    ...place,
    ...reach,
    updated_at: Type.Optional(Moment()),
  }),
  output: Type.Object({ id: Id() }),
});
export const employeeDelete = defineCall({
  method: 'POST',
  path: '/api/org/employees/delete',
  access: ['stafflist:delete'],
  summary: 'Delete an employee whom nothing refers to.',
  input: IdInput(),
  output: Type.Null(),
});
export const employeePassword = defineCall({
  method: 'POST',
  path: '/api/org/employees/updatepassword',
  access: ['stafflist:resetpassword'],
  restoresAccess: true,
  summary: "Reset an employee's password to a one-time one; ends their sessions.",
  input: IdInput(),
  output: OneTimePassword,
});
export const employeeExport = exportOf(employeePage, ['stafflist:export']);

/** A line of an import: what the form chooses is written in words, as the export writes it. */
export const employeeLine = Input({
  ...who,
  /** Code or name of the factory or dealer. */
  party_name: Type.Optional(Text(128)),
  /** Code or name of a department. */
  depart_name: Type.Optional(Text(128)),
  /** A position of that department. */
  position_name: Type.Optional(Text(128)),
  /** Names of roles, separated by commas. */
  role_names: Type.Optional(Text(1000)),
  ...reach,
  /** Without one the password has to be reset before the first sign-in. */
  one_time_password: Type.Optional(Text(256)),
});
export const employeeImport = addingImportOf(employeeAdd, ['stafflist:import']);

export const accountStatusList = defineCall({
  method: 'GET',
  path: '/api/org/dropdownlist/accountstatus',
  access: 'signed-in',
  summary: 'What an account may be: enabled or disabled.',
  input: NoInput(),
  output: Choices,
});
export const userStatusList = defineCall({
  method: 'GET',
  path: '/api/org/userstatus',
  access: 'signed-in',
  summary: 'The same as dropdownlist/accountstatus.',
  input: NoInput(),
  output: Choices,
});
export const roleChoices = defineCall({
  method: 'GET',
  path: '/api/org/roles',
  access: ['stafflist', 'departmentjob'],
  summary:
    'Roles to choose from. Those that hold more than one holds oneself are disabled: they are not one’s to give.',
  input: NoInput(),
  output: Type.Array(Type.Object({ value: Id(), label: Type.String(), disabled: Type.Boolean() })),
});
export const factoryChoices = defineCall({
  method: 'GET',
  path: '/api/org/dropdownlist/factories',
  access: ['stafflist'],
  summary: 'Factories to choose from: 50 at most, found by any part of code or name.',
  input: Input({
    keyword: Type.Optional(Text(64)),
    /** One that is wanted in any case. */
    id: Type.Optional(Id()),
  }),
  output: Type.Array(Type.Object({ value: Id(), label: Type.String() })),
});
