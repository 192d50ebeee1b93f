import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { isExternal } from '#core/validators.ts';

/** An entry of the sidebar. */
export interface MenuEntry {
  readonly name: string;
  readonly path: string;
  /** Translation key. */
  readonly title: string;
  readonly icon: string | undefined;
  /** Opens in a new browser tab. */
  readonly external: boolean;
  readonly children?: readonly MenuEntry[];
}

/**
 * The sidebar for a person's routes. Hidden routes and empty groups are omitted; a group with a single visible child is
 * replaced by it.
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

/** The names of the groups around an entry, outermost first; undefined if there is no such entry. */
export function groupsAbove(entries: readonly MenuEntry[], name: string): string[] | undefined {
  for (const entry of entries) {
    if (entry.name === name) return [];
    const below = groupsAbove(entry.children ?? [], name);
    if (below) return [entry.name, ...below];
  }
  return undefined;
}
