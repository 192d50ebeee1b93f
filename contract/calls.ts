import type { Call } from './call/call.ts';
import { fileNames, importFile } from './call-files.ts';
import { menuNodes } from './menu.ts';
import { isReport } from './thing/report.ts';
import { callsIn, isDeclared } from './thing/thing.ts';

/**
 * All calls: those that the files in the folders of the contract export, alone or as part of a list or thing. Only these can be
 * served. The folders are read, so this file is for the server and for tests.
 */
export const calls: readonly Call[] = (await Promise.all(fileNames.map(importFile))).flatMap(callsIn);

const reads = (await Promise.all(fileNames.map(importFile))).flatMap(readsIn);

/**
 * What views can be saved of: the name of each list, and of the figures of each report, with the calls that read it. Several screens
 * may show one by calls of their own. Like `calls.ts`, for the server and for tests.
 */
export const listReads: ReadonlyMap<string, readonly Call[]> = new Map(
  [...Map.groupBy(reads, ({ name }) => name)].map(([name, own]) => [name, own.map(({ call }) => call)]),
);

function readsIn(exports: object): { name: string; call: Call }[] {
  return Object.values(exports).flatMap((value: unknown) => {
    if (isDeclared(value)) return [{ name: value.list, call: value.page as Call }];
    return isReport(value) ? [{ name: `${value.key}figures`, call: value.figures as Call }] : [];
  });
}

/**
 * Permissions that are of no use to people of factories and dealers: every call of theirs is for people of the enterprise only.
 * Permissions of other screens that a call names besides its own do not count: to choose among products is no screen.
 */
export const ofEnterpriseOnly: ReadonlySet<string> = onlyOfEnterprise(calls);

function onlyOfEnterprise(all: readonly Call[]): ReadonlySet<string> {
  const own = all.flatMap(({ access, parties }) =>
    typeof access === 'string' ? [] : [{ permission: access[0] as string, isOpen: parties !== 'enterprise' }],
  );
  const open = new Set(own.flatMap(({ permission, isOpen }) => (isOpen ? [permission] : [])));
  return new Set(own.map(({ permission }) => permission).filter((permission) => !open.has(permission)));
}

const nodes = new Map(menuNodes().map((entry) => [entry.node.key, entry]));

/**
 * Menus and buttons that cannot be switched off, because otherwise nobody could switch anything on again: the permissions of
 * the calls that restore access, the screens of those buttons, and the menus above those screens.
 */
export const alwaysOn: ReadonlySet<string> = neededFor(calls.filter(({ restoresAccess }) => restoresAccess));

function neededFor(restoring: readonly Call[]): ReadonlySet<string> {
  const permissions = new Set<string>();
  const need = (permission: string): void => {
    if (permissions.has(permission)) return;
    permissions.add(permission);
    for (const leading of leadingTo(permission)) need(leading);
  };
  for (const { access } of restoring) if (typeof access === 'object') access.forEach(need);
  return permissions;
}

/** For a button, its screen; for a screen, the menus above it and, if it is hidden, the screen that it is opened from. */
function leadingTo(permission: string): readonly string[] {
  const screen = permission.split(':', 1)[0] as string;
  const { node, parents = [] } = nodes.get(screen) ?? {};
  return [screen, ...parents, ...(node?.activeMenu ? [node.activeMenu] : [])];
}
