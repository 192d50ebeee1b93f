import Type from 'typebox';
import { accountTypes } from '../access/account-type.ts';
import { Status } from '../base/partner-fields.ts';
import { defineCall } from '../call/call.ts';
import { WithWarnings } from '../call/warnings.ts';
import { PictureHash } from '../picture.ts';
import {
  Choices,
  Id,
  IdInput,
  Input,
  Moment,
  NoInput,
  Nullable,
  OneOfNumbers,
  RequiredText,
  Text,
} from '../thing/fields.ts';
import { Identifier, IdentifierOrNone } from '../thing/identifiers.ts';
import { addingImportOf } from '../thing/list.ts';
import { names } from '../thing/referred.ts';
import { Email, plainTextPattern } from '../thing/text-formats.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted, inputOf, moments, optional, readOnly, required } from '../thing/thing-fields.ts';
import { RoleIds, RoleName } from './position.ts';

/** Answered only once; it must be changed at the first sign-in. */
const oneTimePassword = { one_time_password: Type.String() };

/** Employees: the accounts that sign in, of the enterprise and of its factories and dealers. */
export const employee = defineThing({
  key: 'stafflist',
  table: 'account',
  code: 'account_name',
  path: '/api/org/employees',
  fields: {
    account_name: required(Identifier(64, { pattern: plainTextPattern }), {
      fixed: true,
      sort: true,
      filter: IdentifierOrNone(64),
    }),
    name: required(RequiredText(64), { sort: true, filter: Text(64) }),
    /** 1 enterprise, 2 factory, 3 dealer. Cannot be changed later; nor can the factory or dealer. */
    account_type: required(OneOfNumbers(accountTypes), { fixed: true, sort: true, filter: true }),
    factory_id: optional(Id(), { fixed: true, filter: true, exported: false }),
    dealer_id: optional(Id(), { fixed: true, filter: true, exported: false }),
    /** The factory or dealer that the person belongs to. */
    party_name: readOnly(Nullable(Type.String())),
    /** Filtering by a department includes the departments below it. */
    department_id: optional(Id(), { filter: true, exported: false }),
    depart_name: readOnly(Nullable(Type.String()), names('department', 'department_id')),
    position_id: optional(Id(), { filter: true, exported: false }),
    position_name: readOnly(Nullable(Type.String()), names('position', 'position_id')),
    /** Roles assigned directly; the account also has the roles of its position. */
    roles: readOnly(Type.Array(RoleName), { exported: false }),
    /** Roles that the position grants. */
    position_roles: readOnly(Type.Array(RoleName), { exported: false }),
    role_ids: defaulted(RoleIds(), { withoutColumn: true, exported: false }),
    role_names: readOnly(Type.String()),
    administrator: defaulted(Type.Boolean(), { exported: false }),
    phone: optional(Text(32, { pattern: '^[0-9+() -]*$' })),
    email: optional(Email(254)),
    status: defaulted(Status(), { sort: true, filter: true }),
    /** The person's own data: a picture and an introduction. */
    avatar: readOnly(Nullable(PictureHash()), { exported: false }),
    introduction: readOnly(Type.String(), { exported: false }),
    /** Only imports can contain it. Without one, an administrator has to reset the password before the first sign-in. */
    one_time_password: readOnly(Text(256), { row: null }),
    must_change_password: readOnly(Type.Boolean(), { exported: false }),
    /** Whether two-step sign-in is set up. */
    two_step: readOnly(Type.Boolean(), { exported: false }),
    /** Too many unknown codes were asked for, so none are looked up until then; null if that is not so. */
    codes_stopped_until: readOnly(Nullable(Moment()), { exported: false }),
    last_login_at: readOnly(Nullable(Moment()), { sort: true }),
    last_login_ip: readOnly(Nullable(Type.String())),
    ...moments,
  },
  /** Accounts with this role, directly or through their position. */
  filters: { role_id: Type.Optional(Id()) },
  chosenOn: ['tree', 'departmentjob', 'todorule'],
  calls: { update: { restoresAccess: true } },
  answer: WithWarnings({}).properties,
  added: oneTimePassword,
  without: ['import'],
  summaries: {
    page:
      'List employees (paged). Accounts of a factory or dealer see only its people. `keyword` matches any part of ' +
      'account, name, phone or email, and the pinyin of Chinese names.',
    add: 'Add an employee. Returns a one-time password that must be changed at the first sign-in.',
    update:
      'Change an employee. Omitted fields keep their value. Disabling an employee ends their sessions. If `updated_at` ' +
      'is sent and outdated, the call is refused (409).',
    delete: 'Delete an employee who is not referred to.',
  },
});
export type Employee = RowOf<typeof employee>;

export const employeePassword = defineCall({
  method: 'POST',
  path: '/api/org/employees/updatepassword',
  access: ['stafflist:resetpassword'],
  restoresAccess: true,
  summary: "Reset an employee's password to a one-time password, and end their sessions.",
  input: IdInput(),
  output: Type.Object({ id: Id(), ...oneTimePassword }),
});

export const employeeAllowCodes = defineCall({
  method: 'POST',
  path: '/api/org/employees/allowcodes',
  access: ['stafflist:allowcodes'],
  restoresAccess: true,
  parties: 'enterprise',
  summary:
    "Lift an employee's limit on unknown codes by resetting the count of the current hour. Refused for one's own " +
    'account.',
  input: IdInput(),
  output: Type.Null(),
});

/** The most people whose passwords are reset at once: each password takes a while to hash. */
export const maxPasswords = 100;

export const employeePasswords = defineCall({
  method: 'POST',
  path: '/api/org/employees/updatepasswords',
  access: ['stafflist:resetpassword'],
  restoresAccess: true,
  summary:
    'Reset the passwords of several employees, for example after an import, by the rules of the single call. The ' +
    'one-time passwords are returned once.',
  input: Input({ ids: Type.Array(Id(), { minItems: 1, maxItems: maxPasswords }) }),
  output: Type.Object({
    done: Type.Array(Type.Object({ id: Id(), account_name: Type.String(), name: Type.String(), ...oneTimePassword })),
    refused: Type.Array(Type.Object({ id: Type.Integer(), message: Type.String() })),
  }),
});

const { factory_id, dealer_id, department_id, position_id, role_ids, administrator, ...inWords } = inputOf(
  employee.fields,
);

/** A line of an import. Choices are written in words, as the export writes them. */
export const employeeLine = Input({
  ...inWords,
  /** The code or name of the factory or dealer. */
  party_name: Type.Optional(Text(128)),
  /** The code or name of a department. */
  depart_name: Type.Optional(Text(128)),
  /** A position of that department. */
  position_name: Type.Optional(Text(128)),
  /** Names of roles, separated by commas. */
  role_names: Type.Optional(Text(1000)),
  one_time_password: Type.Optional(employee.fields.one_time_password.schema),
});
export const employeeImport = addingImportOf(employee.add, ['stafflist:import']);

export const accountStatusList = defineCall({
  method: 'GET',
  path: '/api/org/dropdownlist/accountstatus',
  access: 'signed-in',
  summary: 'List the statuses of an account: enabled and disabled.',
  input: NoInput(),
  output: Choices,
});
export const userStatusList = defineCall({
  method: 'GET',
  path: '/api/org/userstatus',
  access: 'signed-in',
  summary: 'Alias of dropdownlist/accountstatus.',
  input: NoInput(),
  output: Choices,
});
export const roleChoices = defineCall({
  method: 'GET',
  path: '/api/org/roles',
  access: ['stafflist', 'departmentjob'],
  summary: 'List roles to choose from. Roles with permissions that the caller does not have are disabled.',
  input: NoInput(),
  output: Type.Array(Type.Object({ value: Id(), label: Type.String(), disabled: Type.Boolean() })),
});
export const factoryChoices = defineCall({
  method: 'GET',
  path: '/api/org/dropdownlist/factories',
  access: ['stafflist'],
  summary: 'List factories to choose from; at most 50, matched by any part of code or name.',
  input: Input({
    keyword: Type.Optional(Text(64)),
    /** This record is included in any case. */
    id: Type.Optional(Id()),
  }),
  output: Type.Array(Type.Object({ id: Id(), factory_code: Type.String(), factory_name: Type.String() })),
});
