import { createHash } from 'node:crypto';
import { alwaysOn, ofEnterpriseOnly } from '@suyuan/contract/calls.ts';
import { buttonCode, menuNodes } from '@suyuan/contract/menu.ts';

/** The rows that determine an account's permissions. */
export interface Grants {
  readonly administrator: boolean;
  /** It belongs to a factory or dealer, to whom nothing is offered that only the enterprise may do. */
  readonly ofParty: boolean;
  /** The permissions of its roles, held directly or through its position. */
  readonly granted: readonly string[];
  readonly menusOff: readonly string[];
  readonly buttonsOff: readonly string[];
  /** The buttons that the enterprise has added. */
  readonly buttonsAdded: readonly string[];
}

const nodes = menuNodes();

/** All permissions of the built-in tree. */
export const builtInPermissions: readonly string[] = nodes.flatMap(({ node }) => [
  node.key,
  ...(node.buttons ?? []).map((verb) => buttonCode(node.key, verb)),
]);

/** All menus that are off: those switched off, except for those that must stay on, and everything below them. */
export function menusInEffectOff(switchedOff: readonly string[]): ReadonlySet<string> {
  const off = new Set(switchedOff.filter((key) => !alwaysOn.has(key)));
  const below = nodes.filter(({ node, parents }) => [node.key, ...parents].some((key) => off.has(key)));
  return new Set(below.map(({ node }) => node.key));
}

/** The permissions of an account at present. What is switched off is off for everybody, including administrators. */
export function permissionsOf({ administrator, ofParty, granted, ...switches }: Grants): ReadonlySet<string> {
  const permissions = administrator ? [...builtInPermissions, ...switches.buttonsAdded] : granted;
  const all = ofParty ? permissions.filter((permission) => !ofEnterpriseOnly.has(permission)) : permissions;
  if (switches.menusOff.length === 0 && switches.buttonsOff.length === 0) return new Set(all);
  const menusOff = menusInEffectOff(switches.menusOff);
  const buttonsOff = new Set(switches.buttonsOff.filter((code) => !alwaysOn.has(code)));
  return new Set(all.filter((permission) => !menusOff.has(menuOf(permission)) && !buttonsOff.has(permission)));
}

/** The menu of a permission: that of a button, else the permission itself. */
export const menuOf = (permission: string): string => permission.split(':', 1)[0] as string;

/** A digest that changes when the permissions, or the names or order of menus, change. */
export function fingerprintOf(permissions: ReadonlySet<string>, menus: string): string {
  const text = JSON.stringify([[...permissions].sort(), menus]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
