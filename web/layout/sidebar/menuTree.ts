import type { RouteRecord } from '../../core/navigation/routeRecord.ts';
import { isExternal } from '../../core/validation/validators.ts';

/** An entry of the sidebar. */
export interface MenuEntry {
  readonly name: string;
  readonly path: string;
  /** Translation key. */
  readonly title: string;
  readonly icon: string | undefined;
  /** Opens in a new tab of the browser. */
  readonly external: boolean;
  readonly children?: readonly MenuEntry[];
}

/**
 * The sidebar of someone's routes: hidden ones are left out, so are groups with nothing in them, and a node with
 * exactly one visible child is shown as that child.
 */
export function menuTree(routes: readonly RouteRecord[]): MenuEntry[] {
  return routes.filter((route) => !route.meta.hidden).flatMap(entriesOf);
}

function entriesOf(route: RouteRecord): MenuEntry[] {
  const { name, path, meta } = route;
  const entry = { name, path, title: meta.title ?? name, icon: meta.icon, external: isExternal(path) };
  if (!route.children) return [entry];
  const children = menuTree(route.children);
  const [only, another] = children;
  if (!only) return [];
  if (!another && !meta.alwaysShow) return [{ ...only, icon: only.icon ?? meta.icon }];
  return [{ ...entry, children }];
}

/** Names of the groups that stand above an entry, outermost first. */
export function groupsAbove(entries: readonly MenuEntry[], name: string): string[] | undefined {
  for (const entry of entries) {
    if (entry.name === name) return [];
    const below = groupsAbove(entry.children ?? [], name);
    if (below) return [entry.name, ...below];
  }
  return undefined;
}
