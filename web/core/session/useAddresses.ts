import { useCallback, useMemo } from 'react';
import type { RouteRecord } from '../navigation/routeRecord.ts';
import { usePermittedRoutes } from './usePermittedRoutes.ts';

const screensIn = (routes: readonly RouteRecord[]): readonly RouteRecord[] =>
  routes.flatMap((route) => (route.children ? screensIn(route.children) : [route]));

export type AddressOf = (screen: string, query?: string) => string | undefined;

/** Returns a function for the URLs of screens by menu key, limited to those that the person may open. */
export function useAddresses(): AddressOf {
  const routes = usePermittedRoutes();
  const paths = useMemo(() => new Map(screensIn(routes).map(({ name, path }) => [name, path])), [routes]);
  return useCallback<AddressOf>(
    (screen, query = '') => {
      const path = paths.get(screen);
      return path === undefined || query === '' ? path : `${path}?${query}`;
    },
    [paths],
  );
}
