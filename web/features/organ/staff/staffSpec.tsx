import { type AccountType, accountTypes, kindOfAccount } from '../../../../contract/access/account-type.ts';
import {
  accountNamePattern,
  accountStatusList,
  type Employee,
  emailPattern,
  employeeAdd,
  employeeDelete,
  employeeExport,
  employeeImport,
  employeePage,
  employeeUpdate,
  phonePattern,
} from '../../../../contract/organ/account.ts';
import type { Field, ListSpec, RowAction } from '../../../ui/DataPage/fields.ts';
import { dealerReference } from '../../../ui/pickers/dealerReference.ts';
import type { Row } from '../../../ui/records.ts';
import { DepartmentSelect } from '../department/DepartmentSelect.tsx';
import { PositionSelect } from '../department/PositionSelect.tsx';
import { RoleSelect } from '../role/RoleSelect.tsx';
import { RoleTags } from '../role/RoleTags.tsx';
import { FactorySelect } from './FactorySelect.tsx';

/** Who looks at the list. */
interface Viewer {
  readonly type: number | undefined;
  readonly ofEnterprise: boolean;
  readonly account: string | undefined;
  readonly administrator: boolean;
}

export type StaffAction = 'resetpassword' | 'resettwostep' | 'disable' | 'enable';

export function staffSpec(
  viewer: Viewer,
  ask: (action: StaffAction, person: Row) => void,
  showPassword: (password: string) => void,
): ListSpec {
  return {
    name: 'stafflist',
    page: employeePage,
    add: employeeAdd,
    update: employeeUpdate,
    remove: employeeDelete,
    export: employeeExport,
    import: employeeImport,
    thing: 'account',
    titleOf: (row) => `${row.name} (${row.account_name})`,
    saved: (answer) => {
      const { one_time_password } = answer as { one_time_password?: string };
      if (one_time_password !== undefined) showPassword(one_time_password);
    },
    actions: actions(viewer, ask),
    fields: [...identity(viewer), ...placement(viewer), ...reach, ...history],
  };
}

/** Nobody does these to themselves. */
function actions(viewer: Viewer, ask: (action: StaffAction, person: Row) => void): RowAction[] {
  const isOther = (row: Row) => row.account_name !== viewer.account;
  const action = (key: StaffAction, permission: NonNullable<RowAction['permission']>, more: Partial<RowAction>) => ({
    key,
    text: `stafflist.${key}` as const,
    permission,
    later: true as const,
    run: (row: Row) => ask(key, row),
    ...more,
  });
  return [
    action('resetpassword', 'stafflist:resetpassword', { shown: isOther }),
    action('enable', 'stafflist:update', { shown: (row) => row.status === 'disabled' }),
    action('disable', 'stafflist:update', { danger: true, shown: (row) => isOther(row) && row.status === 'enabled' }),
    action('resettwostep', 'stafflist:resettwostep', { danger: true, shown: (row) => row.two_step === true }),
  ];
}

const kindOf = (type: unknown) => kindOfAccount(type as AccountType);

const identity = ({ type, ofEnterprise }: Viewer): Field[] => [
  { key: 'keyword', kind: 'text', search: true, column: false },
  {
    key: 'account_name',
    kind: 'text',
    column: { width: 140, sort: true },
    form: {
      required: true,
      maxLength: 64,
      onlyNew: true,
      pattern: { test: new RegExp(accountNamePattern), says: 'stafflist.accountCharacters' },
    },
    example: 'zhang.san',
  },
  {
    key: 'name',
    kind: 'text',
    column: { width: 130, sort: true },
    form: { required: true, maxLength: 64 },
    example: 'example.name',
  },
  {
    key: 'account_type',
    kind: 'choice',
    choices: ofEnterprise ? accountTypes : accountTypes.filter((one) => one === type),
    search: ofEnterprise,
    column: { width: 120, sort: true },
    form: { required: true, onlyNew: true, initial: type },
  },
  {
    key: 'factory_id',
    kind: 'own',
    input: FactorySelect,
    isNumber: true,
    search: ofEnterprise,
    column: false,
    form: {
      required: true,
      onlyNew: true,
      shown: ({ account_type }) => ofEnterprise && kindOf(account_type) === 'factory',
    },
    import: false,
  },
  {
    key: 'dealer_id',
    kind: 'reference',
    reference: dealerReference,
    column: false,
    form: {
      required: true,
      onlyNew: true,
      shown: ({ account_type }) => ofEnterprise && kindOf(account_type) === 'dealer',
    },
    import: false,
  },
  { key: 'party_name', kind: 'text', column: { width: 180, hidden: ofEnterprise }, import: true },
];

/** The place in the enterprise's organisation, and what it may do there. */
function placement({ ofEnterprise, administrator }: Viewer): Field[] {
  const isEnterprise = ({ account_type }: Readonly<Record<string, unknown>>) =>
    ofEnterprise && kindOf(account_type) === 'enterprise';
  return [
    {
      key: 'department_id',
      kind: 'own',
      input: DepartmentSelect,
      isNumber: true,
      search: ofEnterprise,
      column: false,
      form: { shown: isEnterprise },
      import: false,
    },
    { key: 'depart_name', kind: 'text', column: { width: 150, hidden: !ofEnterprise }, import: ofEnterprise },
    {
      key: 'position_id',
      kind: 'own',
      input: PositionSelect,
      column: false,
      form: { shown: (values) => isEnterprise(values) && typeof values.department_id === 'number' },
      import: false,
    },
    { key: 'position_name', kind: 'text', column: { width: 140, hidden: !ofEnterprise }, import: ofEnterprise },
    {
      key: 'role_ids',
      kind: 'own',
      input: RoleSelect,
      column: { width: 190, render: (row) => <RoleTags roles={row.roles as Employee['roles']} /> },
      form: ofEnterprise ? { hint: 'stafflist.rolesHint' } : {},
      import: false,
    },
    { key: 'role_names', kind: 'text', column: false, import: true },
    {
      key: 'administrator',
      kind: 'switch',
      column: { width: 100, hidden: true },
      form: { initial: false, hint: 'stafflist.administratorHint', shown: (row) => administrator && isEnterprise(row) },
      import: false,
    },
  ];
}

const reach: Field[] = [
  {
    key: 'phone',
    kind: 'text',
    column: { width: 140, hidden: true },
    form: { maxLength: 32, pattern: { test: new RegExp(phonePattern), says: 'stafflist.phoneCharacters' } },
    example: '13800000000',
  },
  {
    key: 'email',
    kind: 'text',
    column: { width: 200, hidden: true },
    form: { maxLength: 254, pattern: { test: new RegExp(emailPattern), says: 'stafflist.emailShape' } },
    example: 'zhang.san@example.com',
  },
  {
    key: 'status',
    kind: 'choice',
    choices: accountStatusList,
    tones: { enabled: 'success', disabled: 'default' },
    search: true,
    column: { width: 100, sort: true },
    form: { required: true, onlyNew: true, initial: 'enabled' },
  },
  { key: 'one_time_password', kind: 'text', column: false, import: true },
];

const history: Field[] = [
  { key: 'two_step', kind: 'switch', column: { width: 110, hidden: true } },
  { key: 'last_login_at', kind: 'moment', column: { width: 180, sort: true } },
  { key: 'last_login_ip', kind: 'text', column: { width: 150, hidden: true } },
  { key: 'created_at', kind: 'moment', column: { width: 180, sort: true, hidden: true } },
  { key: 'updated_at', kind: 'moment', column: { width: 180, sort: true, hidden: true } },
];
