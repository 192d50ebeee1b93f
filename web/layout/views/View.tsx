import { useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useMemo } from 'react';
import {
  createPath,
  type Location,
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ScreenBoundary } from './ScreenBoundary.tsx';

interface ViewProps {
  /** The location of the tab, which the screen sees instead of that of the page. */
  readonly at: Location;
  /** Undefined while only the frame is rendered. */
  readonly name: string | undefined;
  readonly screenOf: (name: string) => ReactNode;
}

/** Screens match no routes of their own. */
const noRoutes = { outlet: null, matches: [], isDataRoute: false };

/**
 * The screen of a tab. Memoised, and with router contexts that only another address of the tab changes: otherwise each
 * navigation would render the screens of all tabs. `<Routes location>` makes new contexts at every navigation.
 */
export const View = memo(function View({ at, name, screenOf }: ViewProps) {
  const queries = useQueryClient();
  const location = useMemo(() => ({ location: at, navigationType: NavigationType.Pop }), [at]);
  // A cached answer may be the cause of the crash, so unused answers are removed and fetched again.
  const forget = () => queries.removeQueries({ type: 'inactive' });
  return (
    <LocationContext value={location}>
      <RouteContext value={noRoutes}>
        <ScreenBoundary onAgain={forget}>{name === undefined ? <ScreenSkeleton /> : screenOf(name)}</ScreenBoundary>
      </RouteContext>
    </LocationContext>
  );
}, isSame);

/** Coming back to a tab makes a new history entry, which has the same address. */
function isSame(before: ViewProps, now: ViewProps): boolean {
  const [one, other] = [before.at, now.at];
  return (
    before.name === now.name &&
    before.screenOf === now.screenOf &&
    createPath(one) === createPath(other) &&
    one.state === other.state
  );
}

/** A placeholder for a screen that is loading. */
export function ScreenSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="screen-skeleton" role="status">
      <span className="visually-hidden">{t('app.loading')}</span>
      <i />
      <i />
      <i />
    </div>
  );
}
