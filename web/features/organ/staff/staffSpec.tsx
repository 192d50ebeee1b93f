import { type AccountType, accountTypes, kindOfAccount } from '@suyuan/contract/access/account-type.ts';
import {
  accountStatusList,
  type Employee,
  employee,
  employeeImport,
  factoryChoices,
} from '@suyuan/contract/organ/account.ts';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { pictureAddress } from '#core/api/page/pictureAddress.ts';
import type { FormField, ListSpec, OwnInputProps, RowAction } from '#ui/DataPage/fields.ts';
import { type ShownFields as Fields, thingList } from '#ui/DataPage/thingList.ts';
import { dealerReference, factoryReference } from '#ui/pickers/baseReferences.ts';
import type { Reference, Row } from '#ui/records.ts';
import { DepartmentSelect } from '../department/DepartmentSelect.tsx';
import { PositionSelect, positionsOf } from '../department/PositionSelect.tsx';
import { RoleSelect } from '../role/RoleSelect.tsx';
import { RoleTags } from '../role/RoleTags.tsx';

type ShownFields = Fields<typeof employee>;

/** The person who views the list. */
interface Viewer {
  readonly type: number | undefined;
  readonly ofEnterprise: boolean;
  readonly account: string | undefined;
  readonly administrator: boolean;
}

/** The name of a person in titles. */
export const personOf = ({ name, account_name }: Row): string => `${name} (${account_name})`;

export const staffActionTexts = {
  resetpassword: 'stafflist.resetpassword',
  resettwostep: 'button.resettwostep',
  allowcodes: 'button.allowcodes',
  disable: 'datapage.disable',
  enable: 'datapage.enable',
} as const;
export type StaffAction = keyof typeof staffActionTexts;

/** Ask before something is done: to one person, or to several whose passwords are reset. */
interface Questions {
  readonly ask: (action: StaffAction, person: Employee) => void;
  readonly askForAll: (people: readonly Employee[]) => void;
}

export function staffSpec(
  viewer: Viewer,
  { ask, askForAll }: Questions,
  showPassword: (person: Row, password: string) => void,
): ListSpec {
  return thingList(employee, {
    import: employeeImport,
    // Disabling ends sessions, so the list's own switch is replaced by an action that asks first.
    disables: false,
    titleOf: personOf,
    saved: (person) => {
      if (typeof person.one_time_password === 'string') showPassword(person, person.one_time_password);
    },
    actions: actions(viewer, ask),
    importNote: 'stafflist.importNote',
    batchActions: [
      {
        key: 'resetpasswords',
        text: 'stafflist.resetpassword',
        permission: 'stafflist:resetpassword',
        danger: true,
        fits: (row) => row.account_name !== viewer.account,
        run: askForAll,
      },
    ],
    shown: {
      ...identity(viewer),
      ...placement(viewer),
      ...reach,
      ...self,
      ...history,
      // Filters set by links from other screens; the search form does not have them.
      role_id: { search: false },
    },
  });
}

/** Actions on accounts; they are not offered for the person's own account. */
function actions(viewer: Viewer, ask: (action: StaffAction, person: Employee) => void): RowAction<Employee>[] {
  const isOther = (row: Employee) => row.account_name !== viewer.account;
  const action = (
    key: StaffAction,
    permission: NonNullable<RowAction['permission']>,
    more: Partial<RowAction<Employee>>,
  ) => ({
    key,
    text: staffActionTexts[key],
    permission,
    later: true as const,
    run: (row: Employee) => ask(key, row),
    ...more,
  });
  return [
    action('resetpassword', 'stafflist:resetpassword', { shown: isOther }),
    action('enable', 'stafflist:update', { shown: (row) => row.status === 'disabled' }),
    action('disable', 'stafflist:update', { danger: true, shown: (row) => isOther(row) && row.status === 'enabled' }),
    action('resettwostep', 'stafflist:resettwostep', { danger: true, shown: (row) => row.two_step }),
    action('allowcodes', 'stafflist:allowcodes', {
      shown: (row) => viewer.ofEnterprise && isOther(row) && row.codes_stopped_until !== null,
    }),
  ];
}

/** People who manage accounts need no permission for the list of factories. */
const factoryOfAccount: Reference = { list: factoryChoices, label: factoryReference.label };

const kindOf = (type: unknown) => kindOfAccount(type as AccountType);

const identity = ({ type, ofEnterprise }: Viewer) =>
  ({
    account_name: { width: 120, search: false, wrong: 'validation.textField', example: 'zhang.san' },
    name: { width: 110, search: false, example: 'example.name' },
    account_type: {
      width: 110,
      search: ofEnterprise,
      choices: ofEnterprise ? accountTypes : accountTypes.filter((one) => one === type),
      form: { initial: type },
    },
    factory_id: {
      reference: factoryOfAccount,
      search: ofEnterprise,
      form: ofParty(ofEnterprise, 'factory'),
      import: false,
    },
    dealer_id: { reference: dealerReference, search: false, form: ofParty(ofEnterprise, 'dealer'), import: false },
    party_name: { width: 180, hidden: ofEnterprise, import: true },
  }) satisfies ShownFields;

const ofParty = (ofEnterprise: boolean, kind: 'factory' | 'dealer'): FormField => ({
  required: true,
  shown: ({ account_type }) => ofEnterprise && kindOf(account_type) === kind,
});

/** Fields of department, position and roles. */
function placement({ ofEnterprise, administrator }: Viewer) {
  const isEnterprise = ({ account_type }: Readonly<Record<string, unknown>>) =>
    ofEnterprise && kindOf(account_type) === 'enterprise';
  return {
    department_id: {
      input: DepartmentSelect,
      isNumber: true,
      search: ofEnterprise,
      form: { shown: isEnterprise },
      import: false,
    },
    depart_name: { width: 130, hidden: !ofEnterprise, import: ofEnterprise },
    position_id: {
      input: PositionSelect,
      search: false,
      form: { shown: (values) => isEnterprise(values) && typeof values.department_id === 'number' },
      import: false,
    },
    position_name: { width: 120, hidden: !ofEnterprise, import: ofEnterprise },
    role_ids: {
      input: StaffRoles,
      column: true,
      width: 180,
      render: (row) => <RoleTags roles={row.roles} byPosition={row.position_roles} />,
      form: ofEnterprise ? { hint: 'stafflist.rolesHint' } : {},
      import: false,
    },
    position_roles: { column: false },
    role_names: { column: false, import: true },
    administrator: {
      column: true,
      width: 100,
      hidden: true,
      form: { initial: false, hint: 'stafflist.administratorHint', shown: (row) => administrator && isEnterprise(row) },
      import: false,
    },
  } satisfies ShownFields;
}

const reach = {
  phone: { width: 140, hidden: true, wrong: 'stafflist.phoneCharacters', example: '13800000000' },
  email: { width: 200, hidden: true, example: 'zhang.san@example.com' },
  status: { width: 80, choices: accountStatusList, form: { required: true, onlyNew: true, initial: 'enabled' } },
  one_time_password: { import: true },
} satisfies ShownFields;

/** Fields that only the person can fill in. */
const self = {
  avatar: {
    column: true,
    hidden: true,
    width: 88,
    render: ({ avatar, name }) =>
      avatar ? <img src={pictureAddress(`${avatar}`, 'thumb')} alt={`${name}`} className="row-picture" /> : '—',
  },
  introduction: { kind: 'longtext', column: true, hidden: true, width: 240 },
} satisfies ShownFields;

const history = {
  two_step: { column: true, hidden: true },
  codes_stopped_until: { width: 170, hidden: true },
  last_login_ip: { width: 150, hidden: true },
  updated_at: { hidden: true },
} satisfies ShownFields;

/** Chooses the roles of a person; below the input are those that the chosen position grants. */
function StaffRoles({ value, ...rest }: OwnInputProps) {
  const form = Form.useFormInstance();
  const department = Form.useWatch('department_id', form) as number | null | undefined;
  const position = Form.useWatch('position_id', form) as number | null | undefined;
  const { data } = useQuery(positionsOf(department));
  const roleIds = (value as number[] | undefined) ?? [];
  const positionRoles =
    data?.rows.find(({ id }) => id === position)?.roles.filter(({ id }) => !roleIds.includes(id)) ?? [];
  return (
    <>
      <RoleSelect {...rest} value={value} />
      {positionRoles.length > 0 && (
        <p className="staff-roles-brought">
          <RoleTags roles={[]} byPosition={positionRoles} />
        </p>
      )}
    </>
  );
}
