import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { menuDepth } from '../menu.ts';
import { Input, RequiredText } from '../thing/fields.ts';
import { Localised } from '../thing/in-languages.ts';
import { exportFormats } from '../thing/list.ts';
import { changesOf, defaulted, inputOf, readOnly, required, rowOf } from '../thing/thing-fields.ts';

export const longestName = 64;

/** Names given by the enterprise, by language; a language without one keeps the built-in name. */
export const Names = Localised(longestName);
export type Names = Type.Static<typeof Names>;

const MenuKeyText = () => RequiredText(64);
/** The maximum length of a verb, the part of a button code after the menu key. */
export const longestVerb = 31;
export const verbPattern = `[a-z][a-z0-9-]{0,${longestVerb - 1}}`;
/** `<menu key>:<verb>`. */
const ButtonCodeText = () => RequiredText(96, { pattern: `^[A-Za-z0-9]+:${verbPattern}$` });

/** Fields of a button. Its menu is part of its code. */
export const menuButtonFields = {
  menu_button_code: required(ButtonCodeText(), { fixed: true }),
  menu_key: required(MenuKeyText(), { fixed: true }),
  /** In the language of the caller. */
  menu_name: readOnly(Type.String()),
  button_name: readOnly(Type.String()),
  names: defaulted(Names),
  enabled: readOnly(Type.Boolean()),
  /** Whether it was added by the enterprise, and is not built in. */
  added: readOnly(Type.Boolean()),
};
export const MenuButton = Type.Object(rowOf(menuButtonFields));
export type MenuButton = Type.Static<typeof MenuButton>;

const { menu_key: _key, menu_name: _name, ...ofButton } = rowOf(menuButtonFields);
export const MenuTreeButton = Type.Object({
  ...ofButton,
  /** Cannot be switched off, because nothing could be switched on again without it. */
  always_on: Type.Boolean(),
  /** Whether the role given to `allrolestree` has it. */
  selected: Type.Boolean(),
  /** Whether the caller may grant it: callers can grant only what they have themselves. */
  grantable: Type.Boolean(),
});
export type MenuTreeButton = Type.Static<typeof MenuTreeButton>;

const ofNode = {
  menu_key: Type.String(),
  /** In the language of the caller. */
  menu_name: Type.String(),
  names: Names,
  /** The menu's own switch; menus below a disabled one are disabled, too. */
  enabled: Type.Boolean(),
  /** Cannot be switched off, because nothing could be switched on again without it. */
  always_on: Type.Boolean(),
  /** Not in the sidebar, and open to everybody who reaches it; roles are granted only its buttons. */
  hidden: Type.Boolean(),
  /** Shown as a group in the sidebar even if it contains one screen only. */
  always_show: Type.Boolean(),
  /** Whether the role given to `allrolestree` has it; for a group, whether it has everything below. */
  selected: Type.Boolean(),
  /** Whether the role has a part of what is below, or of the buttons. */
  half_selected: Type.Boolean(),
  grantable: Type.Boolean(),
  listMenuButtons: Type.Array(MenuTreeButton),
};

/** A menu and the menus below it, in display order. */
export interface MenuTreeNode extends Readonly<Type.Static<Type.TObject<typeof ofNode>>> {
  readonly children: readonly MenuTreeNode[];
}

const node = (children: Type.TSchema) => Type.Object({ ...ofNode, children: Type.Array(children) });
/** A schema of as many levels as the menu has. */
const treeOfDepth = (depth: number): Type.TSchema => node(depth > 1 ? treeOfDepth(depth - 1) : Type.Object({}));

export const MenuTree = Type.Unsafe<readonly MenuTreeNode[]>(Type.Array(treeOfDepth(menuDepth)));

const OfMenu = () => Input({ menu_key: Type.Optional(MenuKeyText()) });

export const allTree = defineCall({
  method: 'GET',
  path: '/api/org/menutree/alltree',
  access: 'signed-in',
  summary: "Get all menus as a tree with the enterprise's settings, without buttons, or the tree at `menu_key`.",
  input: OfMenu(),
  output: MenuTree,
});

export const allTreeButtons = defineCall({
  method: 'GET',
  path: '/api/org/menutree/alltreebuttons',
  access: 'signed-in',
  summary: 'Get all menus as a tree with their buttons, or the tree at `menu_key`.',
  input: OfMenu(),
  output: MenuTree,
});

export const menuTreeEnable = defineCall({
  method: 'POST',
  path: '/api/org/menutree/menutreeenable',
  access: ['setmenusenable:update'],
  parties: 'enterprise',
  restoresAccess: true,
  summary: 'Enable or disable a menu and everything below it for everyone, including administrators.',
  input: Input({ menu_key: MenuKeyText(), enabled: Type.Boolean() }),
  output: Type.Null(),
});

export const menuRename = defineCall({
  method: 'POST',
  path: '/api/org/menutree/rename',
  access: ['setmenusenable:update'],
  parties: 'enterprise',
  summary: 'Rename a menu by language. A language that is omitted or empty uses the built-in name.',
  input: Input({ menu_key: MenuKeyText(), names: Names }),
  output: Type.Null(),
});

export const menuOrder = defineCall({
  method: 'POST',
  path: '/api/org/menutree/order',
  access: ['setmenusenable:update'],
  parties: 'enterprise',
  summary: 'Set the order of the menus below one parent, by all of their keys.',
  input: Input({ menu_keys: Type.Array(MenuKeyText(), { minItems: 1, maxItems: 100 }) }),
  output: Type.Null(),
});

export const menuAlwaysShow = defineCall({
  method: 'POST',
  path: '/api/org/menutree/alwaysshow',
  access: ['setmenusenable:update'],
  parties: 'enterprise',
  summary: 'Set whether a group is shown even if it has a single screen. Otherwise the screen replaces the group.',
  input: Input({ menu_key: MenuKeyText(), always_show: Type.Boolean() }),
  output: Type.Null(),
});

export const menuReset = defineCall({
  method: 'POST',
  path: '/api/org/menutree/reset',
  access: ['setmenusenable:update'],
  parties: 'enterprise',
  restoresAccess: true,
  summary: 'Reset a menu, or all menus, to the built-in name, position and status.',
  input: Input({ menu_key: Type.Optional(MenuKeyText()) }),
  output: Type.Null(),
});

export const menuButtonList = defineCall({
  method: 'POST',
  path: '/api/org/menubutton/list',
  effect: 'none',
  access: 'signed-in',
  summary: 'List the buttons of a menu, or of all menus.',
  input: Input({ menu_key: Type.Optional(MenuKeyText()) }),
  output: Type.Array(MenuButton),
});

export const menuButtonExport = {
  method: 'GET',
  path: '/api/org/menubutton/export',
  access: ['buttonpower:export'],
  summary: "Export the buttons of all menus as XLSX or CSV, in the caller's language.",
  answers: 'file',
  traced: true,
  input: Input({ format: Type.Enum([...exportFormats]) }),
  output: Type.Unknown(),
} as const satisfies Call;

export const menuButtonAdd = defineCall({
  method: 'POST',
  path: '/api/org/menubutton/add',
  access: ['buttonpower:add'],
  parties: 'enterprise',
  summary:
    "Add a button: a permission that roles can hold and that the enterprise's own systems find in `selectedlist`.",
  input: Input(inputOf(menuButtonFields)),
  output: Type.Object({ menu_button_code: Type.String() }),
});

export const menuButtonUpdate = defineCall({
  method: 'POST',
  path: '/api/org/menubutton/update',
  access: ['buttonpower:update'],
  parties: 'enterprise',
  restoresAccess: true,
  summary: 'Rename a button, or enable or disable it for everyone. Omitted fields keep their value.',
  input: Input({
    menu_button_code: ButtonCodeText(),
    ...changesOf(menuButtonFields),
    enabled: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({ menu_button_code: Type.String() }),
});

export const menuButtonDelete = defineCall({
  method: 'POST',
  path: '/api/org/menubutton/delete',
  access: ['buttonpower:delete'],
  parties: 'enterprise',
  summary: 'Delete a button that was added and that no role holds.',
  input: Input({ menu_button_code: ButtonCodeText() }),
  output: Type.Null(),
});
