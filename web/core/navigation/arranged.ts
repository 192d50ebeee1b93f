import type { RouteRecord } from './routeRecord.ts';

/** What the enterprise made of the menu. */
export interface Arrangement {
  /** Keys of the menu, each before those that stand after it among its siblings. */
  readonly order: readonly string[];
  /** Menus and buttons that are switched off for everyone. */
  readonly off: readonly string[];
  /** Groups that are shown as such even with a single screen in them. */
  readonly alwaysShown: readonly string[];
}

/** The routes that are on, in the enterprise's order; one that has no place in it comes last. */
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
