import type { RouteRecord } from './routeRecord.ts';

/** How the enterprise has arranged the menu. */
export interface Arrangement {
  /** Menu keys in the order of siblings. */
  readonly order: readonly string[];
  /** Menus and buttons that are switched off for everyone. */
  readonly off: readonly string[];
  /** Groups that are shown as such even with a single screen in them. */
  readonly alwaysShown: readonly string[];
}

/** The routes that are not switched off, in the enterprise's order; routes without a place in it come last. */
export function arrangedRoutes(routes: readonly RouteRecord[], arrangement: Arrangement): readonly RouteRecord[] {
  const { order, off, alwaysShown } = arrangement;
  const placeOf = ({ name }: RouteRecord) => {
    const place = order.indexOf(name);
    return place < 0 ? order.length : place;
  };
  return routes
    .filter(({ name }) => !off.includes(name))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((route) => {
      const meta = alwaysShown.includes(route.name) ? { ...route.meta, alwaysShow: true } : route.meta;
      return route.children ? { ...route, meta, children: arrangedRoutes(route.children, arrangement) } : route;
    });
}
