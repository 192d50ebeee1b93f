import { firstScreen, trailTo } from './findRoute.ts';
import type { RouteRecord } from './routeRecord.ts';

export const rootScreen = '/dashboard';

/** What a path inside the layout leads to. */
export type Destination =
  | { readonly kind: 'screen'; readonly route: RouteRecord }
  | { readonly kind: 'go'; readonly to: string }
  /** The refresh helper: redirect to `to`, which is mounted anew. */
  | { readonly kind: 'refresh'; readonly to: string };

const withoutSlashAtEnd = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** Resolves a path of the layout. `permitted` are the routes that the person may enter, `all` every route. */
export function resolve(
  path: string,
  permittedRoutes: readonly RouteRecord[],
  all: readonly RouteRecord[],
): Destination {
  const match = /^\/redirect(?:\/+(.*))?$/i.exec(path);
  if (match) return { kind: 'refresh', to: `/${match[1] ?? ''}` };
  const target = withoutSlashAtEnd(path);
  if (target === '/') return { kind: 'go', to: rootScreen };
  if (target === '/home') return { kind: 'go', to: firstScreen(permittedRoutes.filter(isGated))?.path ?? rootScreen };
  const route = trailTo(permittedRoutes, target)?.at(-1);
  if (!route) return { kind: 'go', to: trailTo(all, target) ? '/401' : '/404' };
  if (!route.children) return target === path ? { kind: 'screen', route } : { kind: 'go', to: target };
  return { kind: 'go', to: firstScreen(route.children)?.path ?? '/401' };
}

/** The error page at a path, if it is one. */
export const deadEndAt = (path: string): '401' | '404' | undefined =>
  path === '/401' ? '401' : path === '/404' ? '404' : undefined;

/** The menu key on the way to a path that is switched off for everyone, if any. */
export const switchedOffAt = (path: string, off: readonly string[], all: readonly RouteRecord[]): string | undefined =>
  trailTo(all, withoutSlashAtEnd(path))?.find(({ name }) => off.includes(name))?.name;

const isGated = (route: RouteRecord): boolean => route.meta.roles !== undefined;
