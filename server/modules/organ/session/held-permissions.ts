import { createHash } from 'node:crypto';
import { alwaysOn } from '../../../../contract/always-on.ts';
import { buttonCode, menuNodes } from '../../../../contract/menu.ts';

/** What the database says about an account's permissions. */
export interface Grants {
  readonly administrator: boolean;
  /** What its roles give it, directly and through its position. */
  readonly granted: readonly string[];
  readonly menusOff: readonly string[];
  readonly buttonsOff: readonly string[];
  /** Buttons that the enterprise added to the built-in ones. */
  readonly buttonsAdded: readonly string[];
}

const nodes = menuNodes();

/** Every permission of the built-in tree. */
export const builtInPermissions: readonly string[] = nodes.flatMap(({ node }) => [
  node.key,
  ...(node.buttons ?? []).map((verb) => buttonCode(node.key, verb)),
]);

/** The menus that are off: those switched off that can be, and everything below them. */
export function menusInEffectOff(switchedOff: readonly string[]): ReadonlySet<string> {
  const off = new Set(switchedOff.filter((key) => !alwaysOn.has(key)));
  const below = nodes.filter(({ node, parents }) => [node.key, ...parents].some((key) => off.has(key)));
  return new Set(below.map(({ node }) => node.key));
}

/** What an account may do now. What is switched off is so for everyone, administrators included. */
export function permissionsOf({ administrator, granted, ...switched }: Grants): ReadonlySet<string> {
  const all = administrator ? [...builtInPermissions, ...switched.buttonsAdded] : granted;
  if (switched.menusOff.length === 0 && switched.buttonsOff.length === 0) return new Set(all);
  const menusOff = menusInEffectOff(switched.menusOff);
  const buttonsOff = new Set(switched.buttonsOff.filter((code) => !alwaysOn.has(code)));
  return new Set(all.filter((permission) => !menusOff.has(menuOf(permission)) && !buttonsOff.has(permission)));
}

/** The menu a permission belongs to: itself, or that of the button. */
export const menuOf = (permission: string): string => permission.split(':', 1)[0] as string;

/** A short mark that changes when the permissions, or the names and order of the menus, do. */
export function fingerprintOf(permissions: ReadonlySet<string>, menus: string): string {
  const text = JSON.stringify([[...permissions].sort(), menus]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
