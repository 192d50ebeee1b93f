import Type from 'typebox';
import { Password } from '../access/password.ts';
import { type Call, defineCall } from '../call/call.ts';
import { PictureHash } from '../picture.ts';
import { Id, Input, NoInput, Nullable, Text } from '../thing/fields.ts';
import { Names } from './menu-setting.ts';

const asShown = {
  /** False if it is disabled for everyone; omitted otherwise. */
  enabled: Type.Optional(Type.Boolean()),
  /** The names given by the enterprise; omitted if there are none. */
  names: Type.Optional(Names),
};

export const MenuSelection = Type.Object({
  menu_key: Type.String(),
  selected: Type.Boolean(),
  ...asShown,
  /** Whether it is shown as a group even if it contains one screen only; omitted if the built-in setting applies. */
  always_show: Type.Optional(Type.Boolean()),
  listMenuButtons: Type.Array(Type.Object({ menu_button_code: Type.String(), selected: Type.Boolean(), ...asShown })),
});
export type MenuSelection = Type.Static<typeof MenuSelection>;

export const selectedList = defineCall({
  method: 'GET',
  path: '/api/org/menutree/selectedlist',
  client: 'sign-in',
  access: 'signed-in',
  duringSetup: true,
  withPage: true,
  summary:
    'Get the menus in display order, with the permissions of the session on them and their buttons. An administrator ' +
    'also has the menu key `admin`.',
  input: Input({ token: Type.Optional(Text(128)) }),
  output: Type.Array(MenuSelection),
});

export const accountTypeList = defineCall({
  method: 'GET',
  path: '/api/org/dropdownlist/accounttype',
  access: 'public',
  summary: 'List the account types a person can sign in with.',
  input: NoInput(),
  output: Type.Array(Type.Object({ value: Type.Integer(), label: Type.String() })),
});

export const updatePasswordSelf = defineCall({
  method: 'POST',
  path: '/api/org/employees/updatepasswordself',
  access: 'signed-in',
  duringSetup: true,
  summary: "Change the caller's password, and end the caller's other sessions.",
  input: Input({
    old_password: Password(),
    new_password: Password(),
  }),
  output: Type.Null(),
});

const Introduction = () => Text(200);

export const Self = Type.Object({
  id: Id(),
  account_name: Type.String(),
  name: Type.String(),
  account_type: Type.Integer(),
  must_change_password: Type.Boolean(),
  /** A role requires two-step sign-in, and it is not set up yet. */
  two_step_due: Type.Boolean(),
  /** The sign-in before the current one. */
  last_login_at: Type.Union([Type.String(), Type.Null()]),
  last_login_ip: Type.Union([Type.String(), Type.Null()]),
  /** The IANA time zone of the enterprise, in which times are shown. */
  time_zone: Type.String(),
  /** The person's picture. */
  avatar: Nullable(PictureHash()),
  /** The person's introduction of themselves. */
  introduction: Introduction(),
  /** The role whose view of the console this session has; such a session is read-only. */
  viewed_role: Nullable(Type.String()),
});
export type Self = Type.Static<typeof Self>;

export const self = defineCall({
  method: 'GET',
  path: '/api/org/employees/self',
  access: 'signed-in',
  duringSetup: true,
  withPage: true,
  summary: 'Get the signed-in person.',
  input: NoInput(),
  output: Self,
});

export const selfUpdate = defineCall({
  method: 'POST',
  path: '/api/org/employees/updateself',
  access: 'signed-in',
  personal: true,
  summary: "Set the caller's line about themselves, or remove their picture. Omitted fields keep their value.",
  input: Input({ introduction: Type.Optional(Introduction()), avatar: Type.Optional(Type.Null()) }),
  output: Type.Null(),
});

export const selfPicture = {
  method: 'POST',
  path: '/api/org/employees/selfpicture',
  access: 'signed-in',
  personal: true,
  summary: "Set the caller's picture (JPEG, PNG, WebP, GIF or AVIF, detected by content, at most 10 MB).",
  upload: true,
  input: NoInput(),
  output: Type.Object({ avatar: PictureHash() }),
} as const satisfies Call;

export const roleView = defineCall({
  method: 'POST',
  path: '/api/org/roles/view',
  effect: 'own-record',
  access: ['rolemanage'],
  traced: true,
  summary:
    'Open a read-only session in which an administrator sees the console as a role does. `data` is its token. It ends ' +
    'on sign-out, or with the session that opened it.',
  input: Input({ role_id: Id() }),
  output: Type.String(),
});
