import type { Call } from './call/call.ts';
import { calls } from './calls.ts';
import { menuNodes } from './menu.ts';

const nodes = new Map(menuNodes().map((entry) => [entry.node.key, entry]));

/**
 * Menus and buttons that cannot be switched off, because otherwise nobody could switch anything on again: the permissions of
 * the calls that restore access, the screens of those buttons, and the menus above those screens.
 */
export const alwaysOn: ReadonlySet<string> = neededFor(calls.filter(({ restoresAccess }) => restoresAccess));

function neededFor(restoring: readonly Call[]): ReadonlySet<string> {
  const needed = new Set<string>();
  const need = (permission: string): void => {
    if (needed.has(permission)) return;
    needed.add(permission);
    for (const leading of leadingTo(permission)) need(leading);
  };
  for (const { access } of restoring) if (typeof access === 'object') access.forEach(need);
  return needed;
}

/** For a button, its screen; for a screen, the menus above it and, if it is hidden, the screen that it is opened from. */
function leadingTo(permission: string): readonly string[] {
  const screen = permission.split(':', 1)[0] as string;
  const { node, parents = [] } = nodes.get(screen) ?? {};
  return [screen, ...parents, ...(node?.activeMenu ? [node.activeMenu] : [])];
}
